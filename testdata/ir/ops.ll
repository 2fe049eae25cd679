; What clang does not emit, or not in this form, for x86.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.tag = type { i8, <{ i8, i64 }>, [2 x i17] }

@g = global [4 x i32] zeroinitializer
@bits = global i128 170141183460469231731687303715884105727
@odd = global i17 -1
@delta = global i32 trunc (i64 sub (i64 ptrtoint ([4 x i32]* @g to i64), i64 ptrtoint (i128* @bits to i64)) to i32)
@offset = global i64 ptrtoint ([2 x i17]* getelementptr (%struct.tag, %struct.tag* null, i32 0, i32 2) to i64)
@same = global i64 sub (i64 ptrtoint (i32* getelementptr ([4 x i32], [4 x i32]* @g, i64 0, i64 3) to i64), i64 ptrtoint ([4 x i32]* @g to i64))
@by_number = global i8* inttoptr (i64 4096 to i8*)
@quad = global fp128 0xL00000000000000003FFF800000000000
@half = global half 0xH3E00
@nan = global float 0x7FF8000000000000
@infinity = global double 0xFFF0000000000000
@tiny = global x86_fp80 0xK00000000000000000001
@pair = global { i8, i32* } { i8 1, i32* getelementptr inbounds ([4 x i32], [4 x i32]* @g, i64 0, i64 1) }
@vec = global <4 x i16> <i16 1, i16 -2, i16 3, i16 4>

declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.ssub.sat.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i1 @llvm.expect.with.probability.i1(i1, i1, double)
declare i8* @llvm.returnaddress(i32)
declare void @llvm.memcpy.inline.p0i8.p0i8.i64(i8*, i8*, i64, i1)
declare i64 @llvm.readcyclecounter()

define i32 @rare(i32 %a, i32 %b, double %d, i8* %list) {
  %1 = call i32 @llvm.sadd.sat.i32(i32 %a, i32 %b)
  %2 = call i32 @llvm.uadd.sat.i32(i32 %1, i32 %b)
  %3 = call i32 @llvm.ssub.sat.i32(i32 %2, i32 %b)
  %4 = call i32 @llvm.usub.sat.i32(i32 %3, i32 %b)
  %5 = call i32 @llvm.smax.i32(i32 %4, i32 %b)
  %6 = call i32 @llvm.smin.i32(i32 %5, i32 %b)
  %7 = call i32 @llvm.umax.i32(i32 %6, i32 %b)
  %8 = call i32 @llvm.umin.i32(i32 %7, i32 %b)
  %9 = call i32 @llvm.abs.i32(i32 %8, i1 true)
  %10 = call i32 @llvm.fptosi.sat.i32.f64(double %d)
  %11 = freeze i32 %10
  %12 = va_arg i8* %list, i32
  %13 = frem double %d, 2.0
  %14 = fptoui double %13 to i32
  %15 = udiv exact i32 %14, 2
  %16 = bitcast double %d to i64
  %17 = icmp ult i64 %16, 5
  %18 = call i1 @llvm.expect.with.probability.i1(i1 %17, i1 true, double 0.9)
  %19 = select i1 %18, i32 %15, i32 undef
  %20 = extractvalue { i8, i32 } { i8 1, i32 2 }, 1
  %21 = insertvalue { i8, i32* } undef, i32* getelementptr ([4 x i32], [4 x i32]* @g, i64 0, i64 9), 1
  call void @llvm.memcpy.inline.p0i8.p0i8.i64(i8* %list, i8* %list, i64 4, i1 true)
  %22 = call i64 @llvm.readcyclecounter()
  %23 = inttoptr i64 %22 to i8*
  %24 = getelementptr i8, i8* %23, i17 3
  br label %join

join:
  %25 = phi i32 [ %19, %0 ], [ ptrtoint ([4 x i32]* @g to i32), %join ]
  %26 = icmp eq i32 %25, 7
  br i1 %26, label %join, label %out

out:
  switch i17 5, label %last [ i17 -1, label %last
                              i17 3, label %other ]

other:
  unreachable

last:
  ret i32 poison
}
