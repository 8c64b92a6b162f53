package dev.larder.warmup.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.LarderClock;
import dev.larder.warmup.WarmUp;
import dev.larder.warmup.WarmUpProgress.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

class WarmUpLifecycleTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private final WarmUp warmUp = new WarmUp(new WarmUp.Limits(1, 1, 1), LarderClock.system());

    @Test
    void restartedContextDoesNotWarmUpAgain() throws InterruptedException {
        var server = new CountingServer();
        WarmUpLifecycle lifecycle = lifecycle(new Context(server));
        lifecycle.start();
        assertThat(lifecycle.isRunning()).isTrue();
        lifecycle.stop();
        assertThat(lifecycle.isRunning()).isFalse();
        assertThat(warmUp.await(LONG)).isTrue();
        lifecycle.start();
        assertThat(lifecycle.isRunning()).isTrue();
        assertThat(server.asked).isOne();
        lifecycle.stop();
    }

    @Test
    void readinessDoesNotWaitWithoutServer() throws InterruptedException {
        WarmUpLifecycle lifecycle = lifecycle(new Context(null));
        lifecycle.start();
        assertThat(lifecycle.isRunning()).isFalse();
        assertThat(warmUp.await(Duration.ZERO)).isTrue();
        assertThat(warmUp.progress().state()).isEqualTo(State.OFF);
    }

    private WarmUpLifecycle lifecycle(Context context) {
        var from = new WarmUpProperties.From(folder.resolve("none"), null, null, null, null);
        var properties = new WarmUpProperties(from, "shop.example", List.of(), 1, 1, 1, LONG);
        return new WarmUpLifecycle(warmUp, properties, new ServerProperties(), context);
    }

    private static final class Context extends GenericApplicationContext implements WebServerApplicationContext {

        private final @Nullable WebServer server;

        Context(@Nullable WebServer server) {
            this.server = server;
        }

        @Override
        public @Nullable WebServer getWebServer() {
            return server;
        }

        @Override
        public @Nullable String getServerNamespace() {
            return null;
        }
    }

    /** Each warm-up asks it for its port. */
    private static final class CountingServer implements WebServer {

        private int asked;

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public int getPort() {
            asked++;
            return 1;
        }
    }
}
