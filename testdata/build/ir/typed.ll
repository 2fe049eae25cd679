target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @helper(i32)

define i32 @main(i32 %argc, i8** %argv) {
  %r = call i32 @helper(i32 %argc)
  ret i32 %r
}
