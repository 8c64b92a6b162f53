package dev.larder.warmup.autoconfigure;

import dev.larder.warmup.AccessLogSource;
import dev.larder.warmup.PeerSource;
import dev.larder.warmup.SitemapSource;
import dev.larder.warmup.TargetListSource;
import dev.larder.warmup.WarmUp;
import dev.larder.warmup.WarmUpClient;
import dev.larder.warmup.WarmUpClient.GatewayAddress;
import dev.larder.warmup.WarmUpSource;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;

/** Starts the warm-up when the server accepts requests, and stops it before the server does. */
final class WarmUpLifecycle implements SmartLifecycle {

    /** After the server has been started, and before it is shut down gracefully. */
    private static final int PHASE = WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE + 1;

    private final WarmUp warmUp;
    private final WarmUpProperties properties;
    private final ServerProperties server;
    private final ApplicationContext context;
    private volatile boolean begun;
    private volatile boolean running;

    WarmUpLifecycle(WarmUp warmUp, WarmUpProperties properties, ServerProperties server, ApplicationContext context) {
        this.warmUp = warmUp;
        this.properties = properties;
        this.server = server;
        this.context = context;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** Starts once: what has been stored is still there if the context is stopped and started again. */
    @Override
    public void start() {
        WebServer listening = context instanceof WebServerApplicationContext serving ? serving.getWebServer() : null;
        running = listening != null;
        if (begun || listening == null) {
            return;
        }
        begun = true;
        var client = new WarmUpClient(
                new GatewayAddress(
                        new InetSocketAddress(address(), listening.getPort()), Ssl.isEnabled(server.getSsl())),
                properties.maxConcurrency(),
                properties.fields(),
                properties.host());
        warmUp.start(sources(client), client);
    }

    /** A server that listens everywhere does so at the loopback. */
    private InetAddress address() {
        InetAddress configured = server.getAddress();
        return configured == null || configured.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : configured;
    }

    private List<WarmUpSource> sources(WarmUpClient client) {
        WarmUpProperties.From from = properties.from();
        List<WarmUpSource> sources = new ArrayList<>();
        if (from.list() != null) {
            sources.add(new TargetListSource(from.list()));
        }
        if (from.accessLog() != null) {
            sources.add(new AccessLogSource(from.accessLog()));
        }
        if (from.peer() != null) {
            sources.add(new PeerSource(from.peer(), from.peerTokenFile()));
        }
        if (from.sitemap() != null) {
            sources.add(new SitemapSource(from.sitemap(), client));
        }
        return sources;
    }

    @Override
    public void stop() {
        warmUp.stop();
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
