// Package house tests the rules that hold for the whole code: who may import whom, how long a file may be, what the
// root may hold.
package house

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	module = "asif-convert/"
	root   = "../.." // of the checkout, from this folder

	gjson       = "github.com/tidwall/gjson"
	sjson       = "github.com/tidwall/sjson"
	jsonv2      = "github.com/go-json-experiment/json"
	jsontext    = "github.com/go-json-experiment/json/jsontext"
	jsonschema  = "github.com/santhosh-tekuri/jsonschema/v6"
	schemaKind  = jsonschema + "/kind"
	toml        = "github.com/pelletier/go-toml/v2"
	tokenizer   = "github.com/tiktoken-go/tokenizer"
	zstd        = "github.com/klauspost/compress/zstd"
	unicodeNorm = "golang.org/x/text/unicode/norm"
	cases       = "golang.org/x/text/cases"
	flock       = "github.com/gofrs/flock"
)

// mayImport is the whole table of who may import what, beside the standard library. "…/*" is every folder below one,
// each with that row; "*" among the imports is anything.
var mayImport = []importRow{
	{"losses", []string{"losses/scan"}},
	{"losses/scan", nil},
	{"profiles", []string{jsonschema}},
	{"convert/asif", []string{jsonv2, jsontext}},
	{"convert/source", []string{zstd, jsontext, "losses", "losses/scan"}},
	{"adapters", []string{"convert/asif", "convert/source", "losses"}},
	{"adapters/talk", []string{"adapters", "convert/asif", "convert/source", "losses", sjson}},
	{"adapters/registry", []string{"adapters", "adapters/*"}},
	{"adapters/ahp", []string{"adapters", "adapters/ahp/wire", "convert/asif", "convert/source", "losses", gjson}},
	{"adapters/ahp/rules", []string{"adapters", "adapters/ahp/wire", "convert/asif", "convert/source", "convert/check", "losses", jsontext}},
	{"adapters/ahp/wire", []string{"convert/asif", "convert/source", jsontext}},
	{"adapters/codex", []string{"adapters", "adapters/talk", "convert/asif", "convert/source", "losses", gjson, toml}}, // its configuration is TOML
	{"adapters/*", []string{"adapters", "adapters/talk", "convert/asif", "convert/source", "losses", gjson}},
	{"convert/continuation", []string{"convert/asif", "losses", "profiles"}},
	{"convert/continuation/destination", []string{"convert/asif", "convert/continuation", "profiles", jsonschema, jsontext, toml, tokenizer}},
	{"convert/continuation/page", []string{"convert/asif", "convert/continuation", "convert/continuation/destination"}},
	{"convert/check", []string{"convert/asif", "convert/continuation", "losses", jsonschema, schemaKind, jsonv2, jsontext, unicodeNorm, cases}}, // report rules need closures
	{"convert", []string{"convert/continuation", "profiles", "convert/asif", "convert/source", "convert/check", "adapters", "losses"}},
	{"convert/handover", []string{"convert", "convert/asif", "adapters", "adapters/talk", "losses", jsontext, flock}},
	{"cmd/*", []string{"*"}},
	{"golden", []string{"*"}},
	{"golden/*", []string{"*"}},
}

type importRow struct {
	who  string
	what []string
}

// listed is one package as "go list" prints it.
type listed struct {
	ImportPath string
	Dir        string
	Standard   bool
	Module     *struct{ Main bool }
	GoFiles    []string
	Imports    []string
}

// packages are those of this module, and the set of those of the standard library that they come down to.
func packages(t *testing.T) (own []listed, standard map[string]bool) {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Standard,Module,GoFiles,Imports", "./...")
	list.Dir = root
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	standard = map[string]bool{"C": true, "unsafe": true}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return own, standard
		case err != nil:
			t.Fatalf("go list: %v", err)
		}
		if p.Standard {
			standard[p.ImportPath] = true
		} else if p.Module != nil && p.Module.Main {
			own = append(own, p)
		}
	}
}

// covers tells whether a name or pattern of the table means this package.
func covers(pattern, name string) bool {
	folder, below := strings.CutSuffix(pattern, "*")
	return pattern == name || pattern == "*" || below && strings.HasPrefix(name, folder) && name != "adapters/registry"
}

func TestPackagesImportOnlyWhatTheTableAllows(t *testing.T) {
	own, standard := packages(t)
	for _, p := range own {
		name := strings.TrimPrefix(p.ImportPath, module)
		row := slices.IndexFunc(mayImport, func(r importRow) bool { return covers(r.who, name) })
		if row < 0 {
			t.Errorf("%s has no row in the table of imports", name)
			continue
		}
		for _, i := range p.Imports {
			allowed := slices.ContainsFunc(mayImport[row].what, func(pattern string) bool {
				return covers(pattern, strings.TrimPrefix(i, module))
			})
			if !standard[i] && !allowed {
				t.Errorf("%s imports %s", name, i)
			}
		}
	}
}

func TestRegistryKnowsEveryAdapter(t *testing.T) {
	own, _ := packages(t)
	known := map[string]bool{}
	for _, p := range own {
		if p.ImportPath == module+"adapters/registry" {
			for _, i := range p.Imports {
				known[i] = true
			}
		}
	}
	noHarness := []string{"adapters/registry", "adapters/talk"}
	for _, p := range own {
		name := strings.TrimPrefix(p.ImportPath, module)
		if path.Dir(name) == "adapters" && !slices.Contains(noHarness, name) && !known[p.ImportPath] {
			t.Errorf("%s is not in adapters/registry", p.ImportPath)
		}
	}
}

// sources calls visit for every Go file that is no test, with its path below the root.
func sources(t *testing.T, visit func(name string, set *token.FileSet, file *ast.File)) {
	t.Helper()
	own, _ := packages(t)
	for _, p := range own {
		for _, name := range p.GoFiles {
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			visit(path.Join(strings.TrimPrefix(p.ImportPath, module), name), set, file)
		}
	}
}

func TestEveryPackageHasOnePackageComment(t *testing.T) {
	comments := map[string][]string{} // folder → files with one
	sources(t, func(name string, _ *token.FileSet, file *ast.File) {
		folder := path.Dir(name)
		if _, seen := comments[folder]; !seen {
			comments[folder] = nil
		}
		if file.Doc != nil {
			comments[folder] = append(comments[folder], name)
		}
	})
	for folder, files := range comments {
		if len(files) != 1 {
			t.Errorf("%s has %d package comments: %q", folder, len(files), files)
		}
	}
}

// ends are the functions that end the process or hide that it should have ended.
var ends = []string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln", "recover"}

// A tool of golden is a program too: its main may exit.
func TestOnlyProgramsEndTheProcess(t *testing.T) {
	sources(t, func(name string, set *token.FileSet, file *ast.File) {
		if strings.HasPrefix(name, "cmd/") {
			return
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && file.Name.Name == "main" && f.Name.Name == "main" {
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && slices.Contains(ends, spelled(call.Fun)) {
					t.Errorf("%s: %s", set.Position(n.Pos()), spelled(call.Fun))
				}
				return true
			})
		}
	})
}

func TestNothingRunsBeforeMain(t *testing.T) {
	sources(t, func(_ string, set *token.FileSet, file *ast.File) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: func init", set.Position(f.Pos()))
			}
		}
	})
}

// Package variables are tables and sentinels: written once, where they are declared.
func TestPackageVariablesAreNeverAssigned(t *testing.T) {
	declared := map[string]map[string]bool{} // folder → its variables
	sources(t, func(name string, _ *token.FileSet, file *ast.File) {
		folder := path.Dir(name)
		if declared[folder] == nil {
			declared[folder] = map[string]bool{}
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, s := range g.Specs {
					for _, n := range s.(*ast.ValueSpec).Names {
						declared[folder][n.Name] = true
					}
				}
			}
		}
	})
	sources(t, func(name string, set *token.FileSet, file *ast.File) {
		local := func(n *ast.Ident) bool { // declared in a function of this file
			return n.Obj != nil && file.Scope.Lookup(n.Name) != n.Obj
		}
		ast.Inspect(file, func(n ast.Node) bool {
			for _, target := range targets(n) {
				if v := variable(target); v != nil && declared[path.Dir(name)][v.Name] && !local(v) {
					t.Errorf("%s: %s is assigned", set.Position(v.Pos()), v.Name)
				}
			}
			return true
		})
	})
}

// targets are what a statement writes to.
func targets(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.CallExpr:
		if name := spelled(n.Fun); name == "delete" || name == "clear" {
			return n.Args[:1]
		}
	}
	return nil
}

// variable is the variable that an expression is a part of.
func variable(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// spelled is the name of a called function as it stands: "os.Exit", "recover".
func spelled(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if of, ok := e.X.(*ast.Ident); ok {
			return of.Name + "." + e.Sel.Name
		}
	}
	return ""
}

// Files that are one table may be longer than the rest.
var tables = []string{"losses/kinds.go"}

func TestFilesAreShort(t *testing.T) {
	const most = 350
	sources(t, func(name string, set *token.FileSet, file *ast.File) {
		lines := set.File(file.FileStart).LineCount()
		if lines > most && !slices.Contains(tables, name) {
			t.Errorf("%s has %d lines, more than %d", name, lines, most)
		}
	})
}

// top is what may stand in the root of the checkout, beside hidden files and what .gitignore names.
var top = []string{
	"cmd", "convert", "adapters", "losses", "profiles", "golden", "README.md", "go.mod", "go.sum", "LICENSE",
}

func TestRootHoldsOnlyWhatIsNamedHere(t *testing.T) {
	ignore, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		ignored := slices.ContainsFunc(strings.Fields(string(ignore)), func(pattern string) bool {
			ok, err := path.Match(strings.Trim(pattern, "/"), e.Name())
			return ok && err == nil
		})
		if !strings.HasPrefix(e.Name(), ".") && !ignored && !slices.Contains(top, e.Name()) {
			t.Errorf("%s in the root: top does not name it", e.Name())
		}
	}
}
