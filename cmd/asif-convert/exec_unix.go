//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"asif-convert/convert/handover"
)

// become replaces this process by the command that goes on.
func become(r *handover.Receipt) error {
	binary, err := exec.LookPath(r.Resume.Argv[0])
	if err != nil {
		return fmt.Errorf("going on: %w", err)
	}
	if err := os.Chdir(r.Resume.Folder); err != nil {
		return fmt.Errorf("going on: %w", err)
	}
	env := os.Environ()
	for name, value := range r.Resume.Environment {
		env = append(env, name+"="+value)
	}
	return fmt.Errorf("going on: %w", syscall.Exec(binary, r.Resume.Argv, env))
}
