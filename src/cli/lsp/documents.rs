//! The open files, what is known about each, and when the editor is told.

use super::program_files::ProgramFiles;
use super::text::DocumentText;
use super::uri;
use super::worker::{JobHandle, Worker, WorkerAnswer, WorkerResult};
use crate::cli::chosen::{self, Disk};
use crate::cli::files;
use boardwright::bundled::Bundled;
use boardwright::check::Bases;
use boardwright::ide::Analysis;
use boardwright::ide::reached::Unreached;
use boardwright::ide::results::Tested;
use boardwright::mend;
use boardwright::source::{Source, SourceId, Span};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    Location, Uri,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most variants beside a file that are looked at for uses of its names.
const MOST_BESIDE: usize = 200;

/// How long the results of examples are awaited before findings are shown without them.
const PATIENCE: Duration = Duration::from_millis(250);

/// An open file.
pub struct Document {
    pub uri: Uri,
    pub version: i32,
    pub text: DocumentText,
    path: Option<PathBuf>,
    /// What is known about the text, or about one before it if it has changed since.
    known: Option<Arc<Analysis>>,
    changed: bool,
    /// The examples that are being run, and since when.
    running: Option<(JobHandle, Instant)>,
    /// What became of the examples, once they have been run for this text.
    pub tested: Option<Vec<Tested>>,
    /// The search for rules that nothing reaches, and whether one is to begin: when the file is opened, and saved.
    marking: Option<JobHandle>,
    to_mark: bool,
    /// The rules that nothing reaches, once they are known for this text.
    pub unreached: Vec<Unreached>,
    /// What is known and has not been said yet.
    unsaid: bool,
}

impl Document {
    /// What is known about the text, or about an earlier one if it has changed since.
    pub fn known(&self) -> Option<&Analysis> {
        self.known.as_deref()
    }

    /// Nobody waits for what becomes of a text that has changed.
    fn forget(&mut self) {
        let running = self.running.take().map(|(wanted, _)| wanted);
        running.into_iter().chain(self.marking.take()).for_each(|wanted| wanted.no_more());
        self.tested = None;
        self.unreached.clear();
    }
}

/// A file with what is known about it, open or not.
#[derive(Clone)]
pub struct AnalyzedFile {
    pub uri: Uri,
    pub text: DocumentText,
    pub analysis: Arc<Analysis>,
}

/// All open files.
pub struct Documents {
    open: BTreeMap<String, Document>,
    examples: Worker,
    coverage: Worker,
    /// Whether rules are marked that neither an example nor a snapshot reaches.
    pub marks_coverage: bool,
    pub program_files: ProgramFiles,
}

impl Documents {
    pub fn new(examples: Worker, coverage: Worker) -> Documents {
        Documents {
            open: BTreeMap::new(),
            examples,
            coverage,
            marks_coverage: false,
            program_files: ProgramFiles::default(),
        }
    }

    pub fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let document = Document {
            path: uri::path(&item.uri),
            uri: item.uri,
            version: item.version,
            text: DocumentText::new(item.text),
            known: None,
            changed: true,
            running: None,
            tested: None,
            marking: None,
            to_mark: true,
            unreached: Vec::new(),
            unsaid: false,
        };
        if let Some(mut before) = self.open.insert(document.uri.as_str().to_owned(), document) {
            before.forget();
        }
        self.bases_changed();
    }

    pub fn change(&mut self, params: DidChangeTextDocumentParams) {
        let Some(document) = self.open.get_mut(params.text_document.uri.as_str()) else { return };
        document.version = params.text_document.version;
        document.text = document.text.changed(params.content_changes);
        document.changed = true;
        document.forget();
        self.bases_changed();
    }

    pub fn save(&mut self, params: DidSaveTextDocumentParams) {
        if let Some(document) = self.open.get_mut(params.text_document.uri.as_str()) {
            document.to_mark = true;
        }
    }

    /// Closes a file; returns whether it was open.
    pub fn close(&mut self, params: DidCloseTextDocumentParams) -> bool {
        let closed = self.open.remove(params.text_document.uri.as_str());
        let was_open = closed.is_some();
        closed.into_iter().for_each(|mut document| document.forget());
        self.bases_changed();
        was_open
    }

    /// Files on disk have changed.
    pub fn files_changed(&mut self) {
        self.bases_changed();
    }

    /// What extends another file may have to be looked at again.
    fn bases_changed(&mut self) {
        for document in self.open.values_mut() {
            if document.text.text().contains("extends") {
                document.changed = true;
                document.forget();
            }
        }
    }

    /// An open file.
    pub fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(uri.as_str())
    }

    /// What is known about the text of an open file.
    pub fn analysis(&mut self, uri: &Uri) -> Option<Arc<Analysis>> {
        let document = self.open.get(uri.as_str())?;
        if let Some(known) = document.known.as_ref().filter(|_| !document.changed) {
            return Some(known.clone());
        }
        let name = document.path.as_ref().map_or(uri.as_str().into(), |path| path.to_string_lossy());
        let source = Source::new(name, document.text.text().clone());
        let analysis = Arc::new(Analysis::new(source, &OpenFirst(self), document.known.as_deref()));
        let document = self.open.get_mut(uri.as_str())?;
        document.known = Some(analysis.clone());
        document.changed = false;
        document.unsaid = true;
        document.forget();
        // of a game that comes with the program the examples are known to pass
        let own = document.path.as_ref().is_none_or(|path| !self.program_files.has(path));
        if own && analysis.checked().game.as_ref().is_some_and(|game| !game.examples.is_empty()) {
            document.running = Some((self.examples.ask(uri.as_str(), &analysis), Instant::now()));
        }
        Some(analysis)
    }

    /// Begins to look for rules that nothing reaches, where that is due.
    fn mark(&mut self) {
        for document in self.open.values_mut().filter(|document| document.to_mark && !document.changed) {
            let Some(analysis) = &document.known else { continue };
            document.to_mark = false;
            // without an example everything would be marked
            let own = document.path.as_ref().is_none_or(|path| !self.program_files.has(path));
            let tested = analysis.checked().game.as_ref().is_some_and(|game| !game.examples.is_empty());
            if own && tested && self.marks_coverage {
                let before = document.marking.replace(self.coverage.ask(document.uri.as_str(), analysis));
                before.into_iter().for_each(|wanted| wanted.no_more());
            }
        }
    }

    /// An open file with what is known about it.
    pub fn file(&mut self, uri: &Uri) -> Option<AnalyzedFile> {
        let analysis = self.analysis(uri)?;
        let document = self.get(uri)?;
        Some(AnalyzedFile { uri: document.uri.clone(), text: document.text.clone(), analysis })
    }

    /// The other files that may use what a file names: the open ones, and those beside it that extend something. None if they
    /// are too many.
    pub fn relatives(&mut self, file: &AnalyzedFile) -> Option<Vec<AnalyzedFile>> {
        let open: Vec<Uri> = self.open.values().map(|open| open.uri.clone()).filter(|uri| *uri != file.uri).collect();
        let mut all: Vec<AnalyzedFile> = open.iter().filter_map(|uri| self.file(uri)).collect();
        let folder = self.get(&file.uri).and_then(|document| document.path.as_ref()?.parent().map(Path::to_owned));
        let beside = folder.and_then(|folder| files::list_rule_files(&folder, 0).ok()).unwrap_or_default();
        let closed = beside.into_iter().filter(|path| !self.open.values().any(|open| open.path.as_ref() == Some(path)));
        let variants: Vec<PathBuf> = closed.filter(|path| files::is_variant(path)).take(MOST_BESIDE + 1).collect();
        if variants.len() > MOST_BESIDE {
            return None;
        }
        for path in variants {
            let (Ok(text), Some(uri)) = (files::read(&path), uri::of(&path)) else { continue };
            let text = DocumentText::new(text);
            let source = Source::new(path.to_string_lossy(), text.text().clone());
            let analysis = Arc::new(Analysis::new(source, &OpenFirst(self), None));
            all.push(AnalyzedFile { uri, text, analysis });
        }
        Some(all)
    }

    /// The games that a file can extend.
    pub fn bases(&self, document: &Document) -> Vec<String> {
        let own = document.path.as_ref().and_then(|path| path.file_stem()?.to_str());
        let names = match &document.path {
            Some(path) => Disk::beside(path).names(),
            None => Bundled.names(),
        };
        names.into_iter().filter(|name| Some(name.as_str()) != own).collect()
    }

    /// The text of a file after all changes that are safe.
    pub fn mended(&self, analysis: &Analysis) -> Arc<str> {
        mend::mended(analysis.sources().get(SourceId::default()), &OpenFirst(self), &[]).text
    }

    /// Analyzes the changed files. Returns the files whose findings are to be published, and how long until there may be
    /// more.
    pub fn refresh(&mut self) -> (Vec<Uri>, Option<Duration>) {
        let changed = self.open.values().filter(|document| document.changed);
        let changed: Vec<Uri> = changed.map(|document| document.uri.clone()).collect();
        changed.iter().for_each(|uri| drop(self.analysis(uri)));
        self.mark();
        let mut soon: Option<Duration> = None;
        let mut ready = Vec::new();
        for document in self.open.values().filter(|document| document.unsaid) {
            let left = match &document.running {
                Some((_, since)) if document.tested.is_none() => PATIENCE.checked_sub(since.elapsed()),
                _ => None,
            };
            match left {
                Some(left) => soon = Some(soon.map_or(left, |soon| soon.min(left))),
                None => ready.push(document.uri.clone()),
            }
        }
        (ready, soon)
    }

    /// Takes the answer of a worker, unless the text has changed since. Returns the file if its findings are to be published.
    pub fn take_answer(&mut self, done: WorkerResult) -> Option<Uri> {
        let document = self.open.get_mut(&done.uri)?;
        if document.changed || !document.known.as_ref().is_some_and(|known| Arc::ptr_eq(known, &done.analysis)) {
            return None;
        }
        match done.answer {
            WorkerAnswer::Examples(tested) => {
                document.running = None;
                document.tested = Some(tested);
            }
            WorkerAnswer::Coverage(unreached) => {
                document.marking = None;
                document.unreached = unreached;
            }
        }
        // While examples are still running, the findings are published together with their results.
        document.running.is_none().then(|| document.uri.clone())
    }

    /// Whether examples are still being run.
    pub fn is_testing(&self, uri: &Uri) -> bool {
        self.get(uri).is_some_and(|document| document.running.is_some() && document.tested.is_none())
    }

    /// Notes that the findings of a file are published.
    pub fn mark_published(&mut self, uri: &Uri) {
        if let Some(document) = self.open.get_mut(uri.as_str()) {
            document.unsaid = false;
        }
    }

    /// Where a stretch of a text of an analysis is. The analysis is about the file `uri` with this text.
    pub fn location(&self, uri: &Uri, text: &DocumentText, analysis: &Analysis, span: Span) -> Option<Location> {
        let (start, end) = (span.start as usize, span.end as usize);
        if span.source == SourceId::default() {
            return Some(Location { uri: uri.clone(), range: text.range(start, end) });
        }
        let source = analysis.sources().get(span.source);
        let range = DocumentText::new(source.text.clone()).range(start, end);
        let path = Path::new(&*source.name);
        if boardwright::bundled::is_bundled(&source) {
            return Some(Location { uri: self.program_files.game(&source.name)?, range });
        }
        // an open file goes by the name that the editor has for it
        let open = self.open.values().find(|open| open.path.as_deref() == Some(path));
        let uri =
            open.map(|open| open.uri.clone()).or_else(|| uri::of(path)).or_else(|| Uri::from_str(&source.name).ok())?;
        Some(Location { uri, range })
    }
}

/// Bases as they stand in the editor, else on disk beside the file, else bundled.
struct OpenFirst<'a>(&'a Documents);

impl Bases for OpenFirst<'_> {
    fn base(&self, name: &str, from: &Source) -> Option<Source> {
        let beside = chosen::base_path(name, from);
        let open = beside
            .as_ref()
            .and_then(|beside| self.0.open.values().find(|document| document.path.as_ref() == Some(beside)));
        match (open, beside) {
            (Some(open), Some(beside)) => Some(Source::new(beside.to_string_lossy(), open.text.text().clone())),
            _ => Disk::beside(Path::new(&*from.name)).base(name, from),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names = Bundled.names();
        let open = self.0.open.values().filter_map(|document| document.path.as_ref()?.file_stem()?.to_str());
        names.extend(open.map(str::to_owned));
        names.sort();
        names.dedup();
        names
    }
}
