package dev.larder.journal;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps the log of the log quiet while its faults are provoked, and knows what it would have said. */
final class LoggerCapture implements AutoCloseable {

    private final Logger logger;
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Handler ear = new Ear();

    /** Captures what all classes of the log say. */
    LoggerCapture() {
        this(SegmentLog.class.getPackageName());
    }

    /** Of what logs under the name of that class. */
    LoggerCapture(Class<?> type) {
        this(type.getName());
    }

    private LoggerCapture(String name) {
        logger = Logger.getLogger(name);
        logger.setUseParentHandlers(false);
        logger.addHandler(ear);
    }

    /** What it has said until now, in order. */
    List<String> said() {
        return said;
    }

    @Override
    public void close() {
        logger.removeHandler(ear);
        logger.setUseParentHandlers(true);
    }

    private final class Ear extends Handler {

        @Override
        public void publish(LogRecord line) {
            Object[] parameters = line.getParameters();
            said.add(parameters == null ? line.getMessage() : new MessageFormat(line.getMessage()).format(parameters));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
