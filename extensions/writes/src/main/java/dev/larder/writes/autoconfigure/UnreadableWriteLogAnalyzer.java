package dev.larder.writes.autoconfigure;

import dev.larder.journal.LogUnreadableException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports which file of the write log cannot be read, and the remedies for operators. */
final class UnreadableWriteLogAnalyzer extends AbstractFailureAnalyzer<LogUnreadableException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, LogUnreadableException cause) {
        return new FailureAnalysis(
                cause.getMessage()
                        + ". It may have acknowledged writes that are not delivered yet. Larder does not start without them, and has"
                        + " changed nothing in the folder.",
                "Let this process read the file, and start again. If the file is lost for good, give its writes up: rename it so"
                        + " that its name ends with .quarantine, and start again.",
                rootFailure);
    }
}
