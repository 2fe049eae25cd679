/* What code that is not there may do to the state that the models keep: the engine
 * executes this behind each call of a function without body and model. Linked where a
 * program has such calls. */
#include "assay.h"
#include "model.h"

void __model_unknown(void)
{
    __model_unknown_env();
    __model_unknown_errno();
    __model_unknown_file();
    __model_unknown_getopt();
    __model_unknown_signal();
    __model_unknown_stdlib();
    __model_unknown_stream();
    __model_unknown_string();
    __model_unknown_time();
    __model_unknown_unistd();
}
