package decision

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/cert"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/version"
)

// ReadCertificate reads the certificate in a file.
func ReadCertificate(name string) (*cert.Certificate, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fault.BadInput("name a file that --certificates wrote", "%v", err)
	}
	defer f.Close()
	c, err := cert.Read(f)
	if err != nil {
		return nil, fault.BadInput("make it again with this version of assay", "%s: %v", name, err)
	}
	return c, nil
}

// SaveCertificates writes the certificates of a verdict into a directory and
// returns the path of the first; the others, of further entry functions, stand
// beside it. Without a directory or a certificate the path is "".
func SaveCertificates(dir, name string, v *engine.Verdict) (string, error) {
	if dir == "" || len(v.Certificates) == 0 || !slices.Contains([]engine.Status{engine.Unreachable, engine.Bounded}, v.Status) {
		return "", nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	first := ""
	for i, c := range v.Certificates {
		path := filepath.Join(dir, name+".json")
		if i > 0 {
			path = filepath.Join(dir, fmt.Sprintf("%s.%d.json", name, i))
		} else {
			first = path
		}
		if err := writeCertificate(path, c); err != nil {
			return "", err
		}
	}
	return first, nil
}

func writeCertificate(path string, c *cert.Certificate) error {
	c.Tool = "assay " + version.Of()
	return replaceFile(path, c.Write)
}

// replaceFile writes a file beside another one and puts it in its place.
func replaceFile(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
