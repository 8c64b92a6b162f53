package dev.larder.acceptance.kit;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;

/** Keeps what the gateways in this JVM log; {@code logback-test.xml} names it. */
public final class CapturedLog extends AppenderBase<ILoggingEvent> {

    static final LogLines LINES = new LogLines();

    @Override
    protected void append(ILoggingEvent event) {
        String trace = event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy());
        LINES.add(" " + event.getLevel() + " " + event.getLoggerName() + " : " + event.getFormattedMessage() + "\n"
                + trace);
    }
}
