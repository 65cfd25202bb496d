package handover

// OnFaultyDisk makes an import's operation with that number fail, and those behind it when the process is killed there. It
// returns how many operations there were so far.
func OnFaultyDisk(o *Import, at int, killed Killed) (operations func() int) {
	f := &faulty{at: at, killed: bool(killed)}
	o.on = f
	return func() int { return f.n }
}

// Killed says that a process ends where an operation fails.
type Killed bool
