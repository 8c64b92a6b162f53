package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.connection.HitPath;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Lets exchanges at client connections end before the server shuts down: the server knows nothing of them, and would close their
 * connections. Requests that arrive meanwhile are left to the server.
 */
final class ConnectionExchangesLifecycle implements SmartLifecycle {

    private final HitPath path;
    private volatile boolean running;

    ConnectionExchangesLifecycle(HitPath path) {
        this.path = path;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public void stop(Runnable callback) {
        running = false;
        path.drain(callback);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Stops before the server begins its graceful shutdown. */
    @Override
    public int getPhase() {
        return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;
    }
}
