// Command bench measures whole conversions: it builds the command line once, makes sessions, converts each several
// times as a process of its own, and compares that with a bare scan of the same file (read, SHA-256, strict validity
// of every line), and with conversions that leave the continuation profile out, each a process of its own, in turn. It prints JSON; all figures are medians.
//
//	go run ./golden/bench -size 100MB -harness both -profile both
//	go run ./golden/bench -flags ""
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"asif-convert/golden/workload"
)

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// report is the outcome for one profile of one harness.
type report struct {
	Harness      string    `json:"harness"`
	Profile      string    `json:"profile"`
	Bytes        int64     `json:"bytes"`
	Records      int64     `json:"records"`
	Document     int64     `json:"document_bytes"`
	Runs         int       `json:"runs"`
	Convert      figures   `json:"convert"`
	Bare         figures   `json:"without_continuation"`
	BareDocument int64     `json:"without_continuation_bytes"`
	Scans        []scanned `json:"scans"`
	BytesARecord float64   `json:"peak_bytes_record"` // peak memory above 40 MB, per record
}

// scanned are the figures of a bare scan.
type scanned struct {
	Validator string `json:"validator"`
	figures
	Ratio float64 `json:"ratio"` // of user and system time, conversion to scan
}

// settings are the flags.
type settings struct {
	size    int64
	runs    int
	seed    uint64
	cli     string
	folder  string
	harness []workload.Harness
	profile string // "both" for all
	flags   []string
}

func run(args []string) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	size := flags.String("size", "100MB", "size of a session: bytes, or with kB, MB or GB")
	harness := flags.String("harness", "both", "claude-code, codex, ahp, or both for all of them")
	profile := flags.String("profile", "both", "long, chatty or both")
	runs := flags.Int("runs", 5, "runs of each")
	seed := flags.Uint64("seed", 1, "seed of the sessions")
	dir := flags.String("dir", "", "folder for sessions and documents (default: a temporary one)")
	further := flags.String("flags", "--no-continuation", "further flags of the conversions; none measures what going on with them costs, too")
	scanOnly := flags.String("scan", "", "only scan this file, as the measured scans do")
	validator := flags.String("validator", validators[0].name, "check of a line in such a scan: jsontext or encoding/json")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("reading flags: %w", err)
	}
	if *scanOnly != "" {
		return scan(*scanOnly, *validator)
	}
	s := settings{runs: max(*runs, 1), seed: *seed, harness: workload.Harnesses, profile: *profile, flags: strings.Fields(*further)}
	var err error
	if s.size, err = workload.ParseSize(*size); err != nil {
		return err
	}
	if *harness != "both" {
		h, err := workload.FindHarness(*harness)
		if err != nil {
			return err
		}
		s.harness = []workload.Harness{h}
	}
	if s.folder, err = os.MkdirTemp(*dir, "asif-bench-"); err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	return errors.Join(s.all(), os.RemoveAll(s.folder))
}

func (s settings) all() error {
	s.cli = filepath.Join(s.folder, "asif-convert")
	if out, err := exec.Command("go", "build", "-o", s.cli, "asif-convert/cmd/asif-convert").CombinedOutput(); err != nil {
		return fmt.Errorf("building the command line: %w\n%s", err, out)
	}
	var reports []report
	for _, h := range s.harness {
		profiles := h.Profiles
		if s.profile != "both" {
			p, err := h.Find(s.profile)
			if err != nil {
				return err
			}
			profiles = []workload.Profile{p}
		}
		for _, p := range profiles {
			r, err := s.measure(h, p)
			if err != nil {
				return fmt.Errorf("measuring %s %s: %w", h.Name, p.Name, err)
			}
			reports = append(reports, r)
		}
	}
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", "  ")
	return e.Encode(reports)
}

// measure makes a session of a profile and runs scan and conversion in turn.
func (s settings) measure(h workload.Harness, p workload.Profile) (report, error) {
	self, err := os.Executable()
	if err != nil {
		return report{}, fmt.Errorf("finding the own program: %w", err)
	}
	in, out := filepath.Join(s.folder, h.File), filepath.Join(s.folder, p.Name+".json")
	r := report{Harness: h.Name, Profile: p.Name, Runs: s.runs}
	if r.Bytes, r.Records, err = generate(in, h, p, s.size, s.seed); err != nil {
		return report{}, err
	}
	bare := filepath.Join(s.folder, p.Name+"-bare.json")
	measured := []process{
		{s.cli, slices.Concat([]string{"from", h.Name, in, "-o", out}, s.flags), out},
		{s.cli, []string{"from", h.Name, in, "-o", bare, "--no-continuation"}, bare},
	}
	for _, v := range validators {
		measured = append(measured, process{self, []string{"-scan", in, "-validator", v.name}, ""})
	}
	all, err := inTurn(measured, s.runs, r.Bytes)
	if err != nil {
		return report{}, err
	}
	for name, size := range map[string]*int64{out: &r.Document, bare: &r.BareDocument} {
		info, err := os.Stat(name)
		if err != nil {
			return report{}, fmt.Errorf("reading the document's size: %w", err)
		}
		*size = info.Size()
	}
	r.Convert, r.Bare = all[0], all[1]
	for i, f := range all[2:] {
		r.Scans = append(r.Scans, scanned{validators[i].name, f, r.Convert.CPU / f.CPU})
	}
	r.BytesARecord = (r.Convert.PeakMB - 40) * 1e6 / float64(r.Records)
	return r, nil
}

func generate(path string, h workload.Harness, p workload.Profile, size int64, seed uint64) (written, records int64, err error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, 0, fmt.Errorf("creating a session: %w", err)
	}
	written, records, err = h.Write(f, p, size, seed)
	if cerr := f.Close(); err == nil && cerr != nil {
		err = fmt.Errorf("closing a session: %w", cerr)
	}
	return written, records, err
}
