package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// sample is one run of a process.
type sample struct {
	wall, cpu time.Duration // cpu is user and system time
	peak      int64         // resident bytes at most
}

// figures are medians over runs.
type figures struct {
	MBPerS float64 `json:"mb_per_s"` // of the input, by wall time
	CPU    float64 `json:"cpu_s"`    // user and system time
	Wall   float64 `json:"wall_s"`
	PeakMB float64 `json:"peak_mb"`
}

// process is a program with its arguments, and the file that it makes; "" for none. That is not there when it starts: the
// kernel would charge the removal of what is replaced to it.
type process struct {
	name string
	args []string
	out  string
}

// inTurn runs each process once, then each once more, and so on, so that a noisy minute meets all of them. The figures
// stand in the order of the processes; size is that of their input.
func inTurn(list []process, runs int, size int64) ([]figures, error) {
	samples := make([][]sample, len(list))
	for range runs {
		for i, p := range list {
			one, err := timed(p)
			if err != nil {
				return nil, err
			}
			samples[i] = append(samples[i], one)
		}
	}
	var all []figures
	for _, s := range samples {
		all = append(all, summarize(s, size))
	}
	return all, nil
}

// timed runs a process to its end.
func timed(p process) (sample, error) {
	if p.out != "" {
		if err := os.Remove(p.out); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return sample{}, fmt.Errorf("removing the document of the run before: %w", err)
		}
	}
	var complaints bytes.Buffer
	cmd := exec.Command(p.name, p.args...)
	cmd.Stderr = &complaints
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		return sample{}, fmt.Errorf("running %s: %w\n%s", p.name, err, complaints.Bytes())
	}
	s := sample{wall: time.Since(begin), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.peak = usage.Maxrss * 1024 // kilobytes on Linux
	}
	return s, nil
}

func summarize(samples []sample, size int64) figures {
	wall := median(samples, func(s sample) float64 { return s.wall.Seconds() })
	return figures{
		MBPerS: float64(size) / 1e6 / wall,
		CPU:    median(samples, func(s sample) float64 { return s.cpu.Seconds() }),
		Wall:   wall,
		PeakMB: median(samples, func(s sample) float64 { return float64(s.peak) / 1e6 }),
	}
}

func median(samples []sample, of func(sample) float64) float64 {
	var values []float64
	for _, s := range samples {
		values = append(values, of(s))
	}
	slices.Sort(values)
	return values[len(values)/2]
}
