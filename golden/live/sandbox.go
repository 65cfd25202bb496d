package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"asif-convert/golden/live/mock"
)

// Project is the folder in which the tools work: that of the recordings. It exists inside of the namespace only.
const Project = "/srv/dev/proj"

// JobVariable names the file of a job in the environment of the process that carries it out.
const JobVariable = "ASIF_LIVE_JOB"

// Job is one run of a tool.
type Job struct {
	Tool    int // index in Tools
	Command []string
	Check   []string // the command that starts the tool by its name, and sends the prompt; none: Command goes on
	Session string   // native ID
	Prompt  string
	Script  mock.Script
	Tag     string
	Folder  string // to go on in: Project, or a folder of the machine
	Home    string // throwaway; the harness's folder stands in it
	Work    string // for what the run leaves: requests.jsonl, output.txt
	Limit   time.Duration
}

// Outcome is what a run came to.
type Outcome struct {
	Requests []mock.Request
	Output   string // both streams of the tool
	Err      error  // the tool failed, or took too long
}

// Missing are the programs that a run needs and this machine has not; and what else is in the way.
func Missing() []string {
	var out []string
	for _, p := range []string{"npm", "node", "unshare", "ip", "mount"} {
		if _, err := exec.LookPath(p); err != nil {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		if err := exec.Command("unshare", "-n", "-p", "-f", "--mount-proc", "true").Run(); err != nil {
			out = append(out, fmt.Sprintf("the right to make namespaces (unshare: %v)", err))
		}
	}
	return out
}

// Run carries out a job in a network, process and mount namespace of its own. When it ends, all that the tool started
// ends with it. self is a program that calls Inside when JobVariable is set.
func Run(self string, j Job) Outcome {
	file := filepath.Join(j.Work, "job.json")
	raw, err := json.Marshal(j)
	if err == nil {
		err = os.WriteFile(file, raw, 0o600)
	}
	if err != nil {
		return Outcome{Err: fmt.Errorf("writing the job: %w", err)}
	}
	ctx, cancel := context.WithTimeout(context.Background(), j.Limit+10*time.Second)
	defer cancel()
	run := exec.CommandContext(ctx, "unshare", "-n", "-p", "-f", "--mount-proc", "--kill-child", self)
	run.Env = append(os.Environ(), JobVariable+"="+file)
	out, err := run.CombinedOutput()
	o := Outcome{Err: err}
	if err != nil {
		o.Err = fmt.Errorf("running %s: %w: %s", Tools[j.Tool], err, bytes.TrimSpace(out))
	}
	said, _ := os.ReadFile(filepath.Join(j.Work, outputFile)) // none when the run did not get that far
	o.Output = string(said)
	requests, err := readRequests(filepath.Join(j.Work, requestsFile))
	if err != nil && o.Err == nil {
		o.Err = err
	}
	o.Requests = requests
	return o
}

// What a run leaves in its work folder.
const (
	requestsFile = "requests.jsonl"
	outputFile   = "output.txt"
)

func readRequests(path string) ([]mock.Request, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading requests: %w", err)
	}
	var out []mock.Request
	for dec := json.NewDecoder(bytes.NewReader(raw)); dec.More(); {
		var r mock.Request
		if err := dec.Decode(&r); err != nil {
			return out, fmt.Errorf("reading requests: %w", err)
		}
		out = append(out, r)
	}
	return out, nil
}

// errOutside guards against carrying out a job on the machine itself.
var errOutside = errors.New("not inside a namespace: this process is not its first")

// Inside carries out the job of a file. It must run as the first process of a namespace that Run has made.
func Inside(file string) error {
	if os.Getpid() != 1 {
		return errOutside
	}
	var j Job
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, &j)
	}
	if err != nil {
		return fmt.Errorf("reading the job: %w", err)
	}
	if err := furnish(); err != nil {
		return err
	}
	address, stop, err := startModel(j)
	if err != nil {
		return err
	}
	defer stop()
	return start(Tools[j.Tool], j, address)
}

// furnish brings up the loopback and makes the project, in a file system that vanishes with the namespace.
func furnish() error {
	top := "/" + strings.SplitN(Project, "/", 3)[1]
	for _, args := range [][]string{
		{"ip", "link", "set", "lo", "up"},
		{"mount", "-t", "tmpfs", "tmpfs", top},
	} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("furnishing the namespace: %v: %w: %s", args, err, bytes.TrimSpace(out))
		}
	}
	if err := os.MkdirAll(Project, 0o755); err != nil {
		return fmt.Errorf("furnishing the namespace: %w", err)
	}
	for name, text := range map[string]string{
		"notes.txt": "alpha\nbeta\ngamma\n", "README.md": "# demo\n\nA demo project.\n", "calc.py": "def add(a, b):\n    return a - b\n",
	} {
		if err := os.WriteFile(filepath.Join(Project, name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("furnishing the namespace: %w", err)
		}
	}
	return nil
}

// start runs the tool and waits for it.
func start(t Tool, j Job, address string) error {
	if err := t.prepare(j.Home, j.Folder, address); err != nil {
		return fmt.Errorf("preparing the home: %w", err)
	}
	out, err := os.Create(filepath.Join(j.Work, outputFile))
	if err != nil {
		return fmt.Errorf("keeping the output: %w", err)
	}
	defer func() { _ = out.Close() }()
	temp := filepath.Join(j.Home, "tmp")
	if err := os.MkdirAll(temp, 0o755); err != nil {
		return fmt.Errorf("preparing the home: %w", err)
	}
	bin, err := t.shim(j)
	if err != nil {
		return fmt.Errorf("preparing the home: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), j.Limit)
	defer cancel()
	argv := j.Check
	if len(argv) == 0 {
		argv = slices.Concat(j.Command, t.resume(j.Session, j.Prompt))
	}
	run := exec.CommandContext(ctx, argv[0], argv[1:]...)
	run.Dir, run.Stdout, run.Stderr = j.Folder, out, out
	run.WaitDelay = 2 * time.Second // a background process may hold the output open
	run.Env = append([]string{
		"HOME=" + j.Home, "TMPDIR=" + temp, "PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG=C.UTF-8", "SHELL=/bin/bash", "USER=root", "TERM=dumb",
	}, t.env(address)...)
	if err := run.Run(); err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		return fmt.Errorf("%s: %w", t, errors.Join(err, ctx.Err()))
	}
	return nil
}

// shim makes a folder of the home in which the tool is found by its name.
func (t Tool) shim(j Job) (string, error) {
	bin := filepath.Join(j.Home, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return "", err
	}
	text := "#!/bin/sh\nexec '" + strings.Join(j.Command, "' '") + "' \"$@\"\n"
	return bin, os.WriteFile(filepath.Join(bin, t.name), []byte(text), 0o755)
}
