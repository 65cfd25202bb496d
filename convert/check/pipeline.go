package check

import (
	"fmt"
	"sync"

	"asif-convert/convert/asif"
)

// A batch goes from the reader to a worker and, in its turn, to the index.
const (
	batchBytes = 256 << 10
	batchItems = 512
)

type batch struct {
	items []item // grown only by the reader; their trees keep their memory
	n     int
	buf   []byte
	ends  []int
	done  chan struct{}
}

// reset empties the batch and lets go of what giants left behind.
func (b *batch) reset() {
	b.n, b.ends = 0, b.ends[:0]
	if b.buf = b.buf[:0]; cap(b.buf) > 16*batchBytes {
		b.buf = nil
	}
	for i := range b.items {
		if cap(b.items[i].nodes) > 1<<14 {
			b.items[i].nodes = nil
		}
	}
}

// entry is what a reader hands in: a place and its text, which is copied.
type entry struct {
	spot
	raw []byte
}

// pipeline reads, parses and checks items beside each other and hands them on in document order.
type pipeline struct {
	read func(emit func(entry) error) error // in the caller's order; runs in its own goroutine
	work func(*item)                        // on any goroutine, one item at a time
	take func(*item) error                  // in order, on the caller's goroutine; the item is valid until it returns
}

// run runs the pipeline to its end with that many workers. The first error ends it.
func (p pipeline) run(workers int) error {
	free := make(chan *batch, 2*workers+2)
	todo := make(chan *batch, workers)
	order := make(chan *batch, 2*workers)
	for range cap(free) {
		free <- &batch{done: make(chan struct{}, 1)}
	}
	stop := make(chan struct{})
	var readErr error
	var running sync.WaitGroup
	running.Go(func() {
		defer close(order)
		defer close(todo)
		readErr = p.feed(free, todo, order, stop)
	})
	for range workers {
		running.Go(func() {
			for b := range todo {
				for i := range b.items[:b.n] {
					p.work(&b.items[i])
				}
				b.done <- struct{}{}
			}
		})
	}
	err := p.drain(order, free)
	if err != nil {
		close(stop)
		for b := range order {
			<-b.done
		}
	}
	running.Wait()
	if err != nil {
		return err
	}
	return readErr
}

func (p pipeline) drain(order <-chan *batch, free chan<- *batch) error {
	for b := range order {
		<-b.done
		for i := range b.items[:b.n] {
			if err := p.take(&b.items[i]); err != nil {
				return err
			}
		}
		free <- b
	}
	return nil
}

// feed fills batches until the reader ends or stop closes.
func (p pipeline) feed(free <-chan *batch, todo, order chan<- *batch, stop <-chan struct{}) error {
	f := feeder{free: free, todo: todo, order: order, stop: stop}
	if err := p.read(f.emit); err != nil {
		return err
	}
	return f.flush()
}

type feeder struct {
	free        <-chan *batch
	todo, order chan<- *batch
	stop        <-chan struct{}
	b           *batch
}

// errStopped ends a reader whose items nobody takes any more.
var errStopped = fmt.Errorf("validation ended")

func (f *feeder) emit(e entry) error {
	if f.b == nil {
		select {
		case f.b = <-f.free:
		case <-f.stop:
			return errStopped
		}
		f.b.reset()
	}
	b := f.b
	if b.n == len(b.items) {
		b.items = append(b.items, item{})
	}
	it := &b.items[b.n]
	it.spot = e.spot
	b.n++
	b.buf = append(b.buf, e.raw...)
	b.ends = append(b.ends, len(b.buf))
	if b.n >= batchItems || len(b.buf) >= batchBytes {
		return f.flush()
	}
	return nil
}

// flush sends the batch on its way. The texts are cut only now: the buffer may have moved while it grew.
func (f *feeder) flush() error {
	if f.b == nil {
		return nil
	}
	start := 0
	for i := range f.b.items[:f.b.n] {
		f.b.items[i].tree.raw = f.b.buf[start:f.b.ends[i]]
		start = f.b.ends[i]
	}
	select {
	case f.order <- f.b:
	case <-f.stop:
		return errStopped
	}
	f.todo <- f.b // workers never stop taking
	f.b = nil
	return nil
}

// itemsOf reads a top-level collection.
func itemsOf(d *asif.Document, s space) func(emit func(entry) error) error {
	return func(emit func(entry) error) error {
		for it, err := range d.Items(spaceInfo[s].member) {
			if err != nil {
				return fmt.Errorf("reading %s: %w", spaceInfo[s].member, err)
			}
			raw, err := d.Bytes(it)
			if err != nil {
				return fmt.Errorf("reading %s: %w", spaceInfo[s].member, err)
			}
			if err := emit(entry{spot{space: s, index: int32(it.Index), input: -1, span: it.Range}, raw}); err != nil {
				return err
			}
		}
		return nil
	}
}
