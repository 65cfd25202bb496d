package source

// Limits bounds what a reader keeps in memory. Zero fields mean the defaults.
type Limits struct {
	// Record is the longest line, in bytes without its newline, that is kept (for a Whole or Elements input: the longest input).
	// A longer one is skipped, hashed and declared as one record with FaultOversized. Default: DefaultRecord.
	Record int64

	chunk int // size of a read buffer; records do not depend on it, tests vary it
}

// DefaultRecord is the default of Limits.Record: 256 MiB.
const DefaultRecord = 256 << 20

const (
	// chunkSize is the size of a read buffer: large enough that a batch costs nothing beside its records.
	chunkSize = 320 << 10
	// maxRecords ends a batch early, so that a file of two-byte lines does not fill memory with Record structs.
	maxRecords = 3 << 10
	// maxGlued is how many values of one line become records of their own; what follows them is one torn record.
	maxGlued = 64 << 10
	// queued is how many batches wait between reader and mapper.
	queued = 2
	// alone is how many buffers long a record must be to have the pipeline to itself: while the mapper holds it,
	// the next one is not read, so that two of them are never in memory at once.
	alone = 4
)

// withDefaults returns the limits with every zero field set.
func (l Limits) withDefaults() Limits {
	if l.Record <= 0 {
		l.Record = DefaultRecord
	}
	if l.chunk <= 0 {
		l.chunk = chunkSize
	}
	return l
}
