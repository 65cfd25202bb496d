package source

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
)

// drain reads an input to its end without keeping anything and returns the number of records.
func drain(t testing.TB, in Input, lim Limits) int {
	t.Helper()
	r, err := NewReader(in, 0, lim)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n := 0
	for {
		b, err := r.Next()
		if err == io.EOF {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
		n += len(b.Records)
		r.Release(b)
	}
}

// allocated returns the bytes that f allocates, freed or not.
func allocated(t *testing.T, f func()) int64 {
	t.Helper()
	if underRace {
		t.Skip("allocations are not measured under the race detector")
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// readerMemory is what a reader needs for itself: its buffers, with the records in them.
const readerMemory = 5 << 20

func TestLongRecordTakesTwiceItsSize(t *testing.T) {
	const size = 32 << 20
	data := append(append([]byte(`["`), bytes.Repeat([]byte("x"), size)...), `"]`...)
	for _, in := range []struct {
		name string
		data []byte
	}{
		{"alone", data},
		{"with a line", append(bytes.Clone(data), "\n{}\n"...)},
		{"surrogate", append(append([]byte("[\"\\ud800"), data[8:]...), '\n')},
		{"bad UTF-8", append(append([]byte("[\"\xff"), data[3:]...), '\n')},
		{"bad UTF-8 and surrogate", append(append([]byte("[\"\xff\\ud800"), data[9:]...), '\n')},
	} {
		copies := int64(2)
		if strings.Contains(in.name, "UTF-8") {
			copies = 3 // the repaired value; the buffers that the line was read into are free by then
		}
		if got := allocated(t, func() { drain(t, Bytes("in", in.data), Limits{}) }); got > copies*size+readerMemory {
			t.Errorf("%s: %d MiB for a record of %d", in.name, got>>20, size>>20)
		}
	}
}

func TestLineAboveTheLimitTakesNoMoreThanTheLimit(t *testing.T) {
	line := bytes.Repeat([]byte("x"), 64<<20)
	got := allocated(t, func() {
		if n := drain(t, Bytes("in", line), Limits{Record: 4 << 20}); n != 1 {
			t.Errorf("%d records", n)
		}
	})
	if got > 4<<20+readerMemory {
		t.Errorf("%d MiB for a limit of 4", got>>20)
	}
}

func TestLongRecordsAreInMemoryOneAtATime(t *testing.T) {
	const size = 8 << 20
	line := `["` + strings.Repeat("x", size) + `"]` + "\n"
	r, err := NewReader(Bytes("in", []byte(line+line+line)), 0, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for n := 0; ; n++ {
		b, err := r.Next()
		if err == io.EOF && n == 3 {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if ahead := r.split.records; ahead != int64(n+1) || len(r.out) > 0 { // the reader waits, so this is no race
			t.Errorf("while record %d is mapped, %d were read", n+1, ahead)
		}
		if n != 1 { // the second is not released: Next must not hang on it
			r.Release(b)
		}
	}
}

func TestManyRecordsTakeNoMemoryEach(t *testing.T) {
	data := sample(16<<20, 600)
	perRecord := func() {
		if n := drain(t, Bytes("in", data), Limits{}); n < 20_000 {
			t.Errorf("%d records", n)
		}
	}
	if got := allocated(t, perRecord); got > readerMemory {
		t.Errorf("%d KiB for 16 MiB", got>>10)
	}
	if got := testing.AllocsPerRun(3, perRecord); got > 500 {
		t.Errorf("%.0f allocations for %d records", got, bytes.Count(data, newline))
	}
}

func TestShortLinesDoNotFillMemoryWithRecords(t *testing.T) {
	data := bytes.Repeat([]byte("1\n"), 1<<20)
	if got := allocated(t, func() { drain(t, Bytes("in", data), Limits{}) }); got > 3*readerMemory {
		t.Errorf("%d MiB for 2 MiB of short lines", got>>20)
	}
}

func TestCloseEndsTheGoroutine(t *testing.T) {
	line := `{"a":"` + strings.Repeat("x", 3000) + `"}` + "\n"
	data := []byte(strings.Repeat(line, 1000))
	long := []byte(`["` + strings.Repeat("x", 8<<20) + `"]` + "\n{}\n")
	cases := []struct {
		name  string
		in    Input
		takes int
	}{
		{"unread", Bytes("in", data), 0},
		{"half read", Bytes("in", data), 1},
		{"empty", Bytes("in", nil), 0},
		{"long record unread", Bytes("in", long), 0},
		{"long record taken", Bytes("in", long), 1},
		{"zstd", Bytes("in", compress(t, data)), 1},
		{"stream", Stdin(bytes.NewReader(data)), 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { // fails when a goroutine is left
				r, err := NewReader(c.in, 0, Limits{})
				if err != nil {
					t.Fatal(err)
				}
				for range c.takes {
					if _, err := r.Next(); err != nil {
						t.Fatal(err)
					}
				}
				for range 2 {
					if err := r.Close(); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := r.Next(); !errors.Is(err, ErrClosed) {
					t.Errorf("after Close: error %v", err)
				}
				if s := r.Summary(); s != (Summary{}) {
					t.Errorf("summary of a reader closed early: %+v", s)
				}
			})
		})
	}
}

func TestCloseDoesNotWaitForABlockedStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		from, to := io.Pipe()
		go to.Write([]byte("{}\n{}\n"))
		r, err := NewReader(Stdin(from), 0, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // the reader waits for more
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		to.Close()
	})
}

func TestCloseAfterTheEndKeepsTheSummary(t *testing.T) {
	r, err := NewReader(Bytes("in", []byte("{}\n")), 0, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = r.Next()
	}
	if _, again := r.Next(); err != io.EOF || again != io.EOF {
		t.Errorf("errors %v, then %v", err, again)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if r.Summary().Records != 1 {
		t.Errorf("summary %+v", r.Summary())
	}
}

func TestCloseErrorIsReported(t *testing.T) {
	bad := errors.New("close failed")
	in := Input{Name: "in", Open: func() (io.ReadCloser, int64, error) {
		return closing{strings.NewReader("{}"), bad}, 2, nil
	}}
	r, err := NewReader(in, 0, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); !errors.Is(err, bad) {
		t.Errorf("error %v", err)
	}
	if _, err := Head(in); !errors.Is(err, bad) {
		t.Errorf("head: error %v", err)
	}
}

type closing struct {
	io.Reader
	err error
}

func (c closing) Close() error { return c.err }
