/* math.h: functions that the engine computes on known values, where the result is certain
 * (engine/op, Float): those that are exact or correctly rounded, and powers that are numbers of
 * the format. Otherwise they return anything. errno changes only where that is so, or the result
 * is no finite number. */
#include "assay.h"
#include "model.h"

#define CONCAT(a, b) a##b
#define ONE(name, type, llvm) \
    extern type CONCAT(llvm_, name)(type) __asm__(llvm); \
    type name(type x) { return CONCAT(llvm_, name)(x); }
#define RETURN_WITH_ERRNO(r) \
    if (!__assay_is_known(&r, sizeof r) || r - r != 0) \
        __model_unknown_errno(); \
    return r
#define ONE_WITH_ERRNO(name, type, llvm) \
    extern type CONCAT(llvm_, name)(type) __asm__(llvm); \
    type name(type x) \
    { \
        type r = CONCAT(llvm_, name)(x); \
        RETURN_WITH_ERRNO(r); \
    }
#define TWO_WITH_ERRNO(name, type, llvm) \
    extern type CONCAT(llvm_, name)(type, type) __asm__(llvm); \
    type name(type x, type y) \
    { \
        type r = CONCAT(llvm_, name)(x, y); \
        RETURN_WITH_ERRNO(r); \
    }

ONE(fabs, double, "llvm.fabs.f64")
ONE(fabsf, float, "llvm.fabs.f32")
ONE(floor, double, "llvm.floor.f64")
ONE(floorf, float, "llvm.floor.f32")
ONE(ceil, double, "llvm.ceil.f64")
ONE(ceilf, float, "llvm.ceil.f32")
ONE(trunc, double, "llvm.trunc.f64")
ONE(truncf, float, "llvm.trunc.f32")
ONE(round, double, "llvm.round.f64")
ONE(roundf, float, "llvm.round.f32")
ONE(rint, double, "llvm.rint.f64")
ONE(rintf, float, "llvm.rint.f32")
ONE(nearbyint, double, "llvm.nearbyint.f64")
ONE(nearbyintf, float, "llvm.nearbyint.f32")
ONE_WITH_ERRNO(sqrt, double, "llvm.sqrt.f64")
ONE_WITH_ERRNO(sqrtf, float, "llvm.sqrt.f32")
ONE_WITH_ERRNO(sin, double, "llvm.sin.f64")
ONE_WITH_ERRNO(sinf, float, "llvm.sin.f32")
ONE_WITH_ERRNO(cos, double, "llvm.cos.f64")
ONE_WITH_ERRNO(cosf, float, "llvm.cos.f32")
ONE_WITH_ERRNO(exp, double, "llvm.exp.f64")
ONE_WITH_ERRNO(expf, float, "llvm.exp.f32")
ONE_WITH_ERRNO(exp2, double, "llvm.exp2.f64")
ONE_WITH_ERRNO(exp2f, float, "llvm.exp2.f32")
ONE_WITH_ERRNO(log, double, "llvm.log.f64")
ONE_WITH_ERRNO(logf, float, "llvm.log.f32")
ONE_WITH_ERRNO(log2, double, "llvm.log2.f64")
ONE_WITH_ERRNO(log2f, float, "llvm.log2.f32")
ONE_WITH_ERRNO(log10, double, "llvm.log10.f64")
ONE_WITH_ERRNO(log10f, float, "llvm.log10.f32")
TWO_WITH_ERRNO(pow, double, "llvm.pow.f64")
TWO_WITH_ERRNO(powf, float, "llvm.pow.f32")
