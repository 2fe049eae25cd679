// Package deps says what the verdict on an alarm depends on, by content.
//
// A verdict is a statement about the runs of a program up to the alarm. What
// executes on them is the cone of the alarm: the functions that may start to
// run before control arrives there. Call edges alone would not do: in
//
//	int main(void) { init(); g(); }   // init() { size = 20; }   g() { buf[size-1]; }
//
// g never calls init, and depends on it. The cone therefore holds whatever is
// called at a place from which the alarm can still be reached, in the callee,
// behind the call, or after the return of the caller (ir.Distance). Data
// follows: the variables that functions of the cone name, and through initial
// addresses those that these name.
//
// The cone is computed anew on the program at hand each time, so the facts that
// bound it ("h cannot reach the alarm", "h is never called before it") are
// checked by computing them: where they changed, so did the cone. What is in
// the cone is compared by hash of its content, never by time.
package deps
