package live

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"asif-convert/golden/live/mock"
)

// startModel serves the model of a job on the loopback of the namespace.
func startModel(j Job) (address string, stop func(), err error) {
	log, err := os.Create(filepath.Join(j.Work, requestsFile))
	if err != nil {
		return "", nil, fmt.Errorf("recording requests: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		_ = log.Close() // it is empty
		return "", nil, fmt.Errorf("starting the model: %w", err)
	}
	server := &http.Server{Handler: &mock.Server{Script: j.Script, Log: log, Tag: j.Tag}, ReadHeaderTimeout: time.Minute}
	go server.Serve(listener) //nolint:errcheck // it ends with Close below
	return "http://" + listener.Addr().String(), func() { _, _ = server.Close(), log.Close() }, nil
}
