package dev.larder.acceptance.insight.workload;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetector.Level;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** No buffer is followed meanwhile: other tests do that, and of so many requests it would be most of the work. */
final class LeakDetectionPause implements BeforeEachCallback, AfterEachCallback {

    private final Level level = ResourceLeakDetector.getLevel();

    @Override
    public void beforeEach(ExtensionContext context) {
        ResourceLeakDetector.setLevel(Level.DISABLED);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        ResourceLeakDetector.setLevel(level);
    }
}
