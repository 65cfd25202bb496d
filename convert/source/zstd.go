package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// zstdMagic begins a zstd frame: 0xFD2FB528, little endian. Names are not asked.
var zstdMagic = []byte{0x28, 0xB5, 0x2F, 0xFD}

// zstdWindow is the largest window that is decoded, which is what the decoder keeps in memory: 128 MiB, as the zstd
// command allows by default.
const zstdWindow = 128 << 20

// decode sets the stream's reader: the stored bytes, or what they decompress to.
func (s *stream) decode() error {
	head := make([]byte, len(zstdMagic))
	n, err := io.ReadFull(s.stored, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	all := io.MultiReader(bytes.NewReader(head[:n]), s.stored)
	if !bytes.Equal(head[:n], zstdMagic) {
		s.Reader = all
		return nil
	}
	d, err := zstd.NewReader(all, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow))
	if err != nil {
		return fmt.Errorf("decoding zstd: %w", err)
	}
	s.Reader = zstdReader{d}
	s.closers = append(s.closers, func() error { d.Close(); return nil })
	return nil
}

// zstdReader says what was being done when the decoder fails.
type zstdReader struct{ d *zstd.Decoder }

func (z zstdReader) Read(p []byte) (int, error) {
	n, err := z.d.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("decoding zstd: %w", err)
	}
	return n, err
}
