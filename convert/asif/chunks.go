package asif

const chunkBits = 12

// Chunks is an append-only list that never copies and never moves what it holds.
type Chunks[T any] struct {
	chunks [][]T
	n      int
}

// Add appends v and returns its index.
func (c *Chunks[T]) Add(v T) int {
	if c.n&(1<<chunkBits-1) == 0 {
		c.chunks = append(c.chunks, make([]T, 0, 1<<chunkBits))
	}
	k := c.n >> chunkBits
	c.chunks[k] = append(c.chunks[k], v)
	c.n++
	return c.n - 1
}

// At returns entry i, which stays where it is.
func (c *Chunks[T]) At(i int) *T { return &c.chunks[i>>chunkBits][i&(1<<chunkBits-1)] }

// Len is the number of entries.
func (c *Chunks[T]) Len() int { return c.n }
