//! The open files and their analyses.

use super::program_files::ProgramFiles;
use super::speed::SpeedState;
use super::text::DocumentText;
use super::uri;
use super::worker::{JobHandle, Worker, WorkerAnswer, WorkerResult};
use crate::cli::chosen::{self, Disk};
use crate::cli::files;
use boardwright::bundled::Bundled;
use boardwright::check::Bases;
use boardwright::internals::fix::fix_all;
use boardwright::internals::ide::FileAnalysis;
use boardwright::internals::ide::reached::Unreached;
use boardwright::internals::ide::results::ExampleResult;
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

/// The most variants in a folder that are searched for uses of a name.
const MOST_BESIDE: usize = 200;

/// The time to wait for the results of examples before findings are shown without them.
const PATIENCE: Duration = Duration::from_millis(250);

pub struct Document {
    pub uri: Uri,
    pub version: i32,
    pub text: DocumentText,
    path: Option<PathBuf>,
    /// The analysis of the text, or of an earlier one if it has changed since.
    known: Option<Arc<FileAnalysis>>,
    changed: bool,
    /// The running examples, and when they started.
    running: Option<(JobHandle, Instant)>,
    /// The results of the examples, once they have run for this text.
    pub tested: Option<Vec<ExampleResult>>,
    /// The running coverage search.
    marking: Option<JobHandle>,
    /// Whether to start a coverage search: after the file was opened or saved.
    to_mark: bool,
    /// The unreached rules, once they are known for this text.
    pub unreached: Vec<Unreached>,
    /// What makes this text slow, if somebody has asked.
    pub speed: SpeedState,
    /// Whether there are findings that are not published yet.
    unsaid: bool,
}

impl Document {
    /// Returns the analysis of the text, or of an earlier one if it has changed since.
    pub fn known(&self) -> Option<&FileAnalysis> {
        self.known.as_deref()
    }

    /// Cancels the work for an outdated text and drops its results.
    fn forget(&mut self) {
        let running = self.running.take().map(|(job, _)| job);
        running.into_iter().chain(self.marking.take()).for_each(|job| job.cancel());
        self.tested = None;
        self.unreached.clear();
        self.speed.forget();
    }
}

/// A file and its analysis, open or not.
#[derive(Clone)]
pub struct AnalyzedFile {
    pub uri: Uri,
    pub text: DocumentText,
    pub analysis: Arc<FileAnalysis>,
}

/// All open files.
pub struct Documents {
    open: BTreeMap<String, Document>,
    examples: Worker,
    coverage: Worker,
    speed: Worker,
    /// Whether to mark rules that no example and no snapshot reaches.
    pub marks_coverage: bool,
    pub program_files: ProgramFiles,
}

impl Documents {
    pub fn new(examples: Worker, coverage: Worker, speed: Worker) -> Documents {
        Documents {
            open: BTreeMap::new(),
            examples,
            coverage,
            speed,
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
            speed: SpeedState::Unasked,
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
        document.text = document.text.apply(params.content_changes);
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

    /// Marks the files that extend another one as changed.
    pub fn bases_changed(&mut self) {
        for document in self.open.values_mut() {
            if document.text.text().contains("extends") {
                document.changed = true;
                document.forget();
            }
        }
    }

    pub fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(uri.as_str())
    }

    /// Returns the analysis of an open file, after updating it.
    pub fn analysis(&mut self, uri: &Uri) -> Option<Arc<FileAnalysis>> {
        let document = self.open.get(uri.as_str())?;
        if let Some(known) = document.known.as_ref().filter(|_| !document.changed) {
            return Some(known.clone());
        }
        let name = document.path.as_ref().map_or(uri.as_str().into(), |path| path.to_string_lossy());
        let source = Source::new(name, document.text.text().clone());
        let analysis = Arc::new(FileAnalysis::new(source, &OpenFirst(self), document.known.as_deref()));
        let document = self.open.get_mut(uri.as_str())?;
        document.known = Some(analysis.clone());
        document.changed = false;
        document.unsaid = true;
        document.forget();
        // The examples of bundled games are known to pass.
        let own = document.path.as_ref().is_none_or(|path| !self.program_files.has(path));
        if own && analysis.checked().game.as_ref().is_some_and(|game| !game.examples.is_empty()) {
            document.running = Some((self.examples.queue(uri.as_str(), &analysis), Instant::now()));
        }
        Some(analysis)
    }

    /// Starts the coverage searches that are due.
    fn start_marking(&mut self) {
        for document in self.open.values_mut().filter(|document| document.to_mark && !document.changed) {
            let Some(analysis) = &document.known else { continue };
            document.to_mark = false;
            // Without an example, everything would be marked.
            let own = document.path.as_ref().is_none_or(|path| !self.program_files.has(path));
            let tested = analysis.checked().game.as_ref().is_some_and(|game| !game.examples.is_empty());
            if own && tested && self.marks_coverage {
                let before = document.marking.replace(self.coverage.queue(document.uri.as_str(), analysis));
                before.into_iter().for_each(|job| job.cancel());
            }
        }
    }

    /// Returns an open file and its analysis.
    pub fn file(&mut self, uri: &Uri) -> Option<AnalyzedFile> {
        let analysis = self.analysis(uri)?;
        let document = self.get(uri)?;
        Some(AnalyzedFile { uri: document.uri.clone(), text: document.text.clone(), analysis })
    }

    /// Returns the other files that may use the names of a file: the open ones, and the variants in its folder. Returns `None`
    /// if there are too many.
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
            let analysis = Arc::new(FileAnalysis::new(source, &OpenFirst(self), None));
            all.push(AnalyzedFile { uri, text, analysis });
        }
        Some(all)
    }

    /// Returns the games that a file can extend.
    pub fn bases(&self, document: &Document) -> Vec<String> {
        let own = document.path.as_ref().and_then(|path| path.file_stem()?.to_str());
        let names = match &document.path {
            Some(path) => Disk::beside(path).names(),
            None => Bundled.names(),
        };
        names.into_iter().filter(|name| Some(name.as_str()) != own).collect()
    }

    /// Applies all safe fixes and returns the text.
    pub fn apply_safe_fixes(&self, analysis: &FileAnalysis) -> Arc<str> {
        fix_all(analysis.sources().get(SourceId::default()), &OpenFirst(self), &[]).text
    }

    /// Analyzes the changed files. Returns the files whose findings are to be published, and how long until there may be
    /// more.
    pub fn refresh(&mut self) -> (Vec<Uri>, Option<Duration>) {
        let changed = self.open.values().filter(|document| document.changed);
        let changed: Vec<Uri> = changed.map(|document| document.uri.clone()).collect();
        changed.iter().for_each(|uri| drop(self.analysis(uri)));
        self.start_marking();
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
            // Somebody waits for these, so they are published at once.
            WorkerAnswer::Speed(found) => {
                document.speed = SpeedState::Known(found.map_or_else(Vec::new, |found| found.hints));
                return Some(document.uri.clone());
            }
        }
        // While examples are still running, the findings are published together with their results.
        document.running.is_none().then(|| document.uri.clone())
    }

    /// Starts random games that find what makes a file slow. Returns whether it can be played.
    pub fn start_speed(&mut self, uri: &Uri) -> bool {
        let Some(analysis) = self.analysis(uri).filter(|analysis| analysis.checked().game.is_some()) else {
            return false;
        };
        let Some(document) = self.open.get_mut(uri.as_str()) else { return false };
        document.speed.forget();
        document.speed = SpeedState::Running(self.speed.queue(uri.as_str(), &analysis));
        true
    }

    /// Stops these games, and drops what is known.
    pub fn stop_speed(&mut self, uri: &Uri) {
        self.open.get_mut(uri.as_str()).into_iter().for_each(|document| document.speed.forget());
    }

    /// Returns whether these games are still being played.
    pub fn is_explaining(&self, uri: &Uri) -> bool {
        self.get(uri).is_some_and(|document| document.speed.is_running())
    }

    /// Returns the open file, if it is the only one.
    pub fn only_open(&self) -> Option<&Uri> {
        self.open.values().next().map(|document| &document.uri).filter(|_| self.open.len() == 1)
    }

    /// Returns whether examples are still running.
    pub fn is_testing(&self, uri: &Uri) -> bool {
        self.get(uri).is_some_and(|document| document.running.is_some() && document.tested.is_none())
    }

    /// Marks the findings of a file as published.
    pub fn mark_published(&mut self, uri: &Uri) {
        if let Some(document) = self.open.get_mut(uri.as_str()) {
            document.unsaid = false;
        }
    }

    /// Returns the location of a span. The analysis is of the file `uri` with this text.
    pub fn location(&self, uri: &Uri, text: &DocumentText, analysis: &FileAnalysis, span: Span) -> Option<Location> {
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
        // Use the editor's own URI for an open file.
        let open = self.open.values().find(|open| open.path.as_deref() == Some(path));
        let uri =
            open.map(|open| open.uri.clone()).or_else(|| uri::of(path)).or_else(|| Uri::from_str(&source.name).ok())?;
        Some(Location { uri, range })
    }
}

/// Finds bases among the open files, else in the folder of the file, else among the bundled games.
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
