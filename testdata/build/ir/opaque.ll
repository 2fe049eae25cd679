; what clang 15 and later write
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main(i32 %argc, ptr %argv) {
  %p = load ptr, ptr %argv
  ret i32 0
}
