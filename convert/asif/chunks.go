package asif

import "math/bits"

// A list begins with pieces of 16, 16, 32, 64 … that make up its first 4096 entries together, so that a short list is
// small; then it goes on in chunks of 4096.
const (
	chunkBits = 12
	firstBits = 4
	pieces    = chunkBits - firstBits + 1
)

// Chunks is an append-only list that never copies and never moves what it holds.
type Chunks[T any] struct {
	chunks [][]T
	n      int
}

// Add appends v and returns its index.
func (c *Chunks[T]) Add(v T) int {
	k := len(c.chunks) - 1
	if k < 0 || len(c.chunks[k]) == cap(c.chunks[k]) {
		k++
		c.chunks = append(c.chunks, make([]T, 0, pieceSize(k)))
	}
	c.chunks[k] = append(c.chunks[k], v)
	c.n++
	return c.n - 1
}

// At returns entry i, which stays where it is.
func (c *Chunks[T]) At(i int) *T {
	if i >= 1<<chunkBits {
		return &c.chunks[i>>chunkBits+pieces-1][i&(1<<chunkBits-1)]
	}
	k := bits.Len(uint(i) >> firstBits)
	if k == 0 {
		return &c.chunks[0][i]
	}
	return &c.chunks[k][i-1<<(k+firstBits-1)]
}

// pieceSize is the number of entries of chunk k.
func pieceSize(k int) int {
	switch {
	case k == 0:
		return 1 << firstBits
	case k < pieces:
		return 1 << (k + firstBits - 1)
	}
	return 1 << chunkBits
}

// Len is the number of entries.
func (c *Chunks[T]) Len() int { return c.n }
