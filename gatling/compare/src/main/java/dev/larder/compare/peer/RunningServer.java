package dev.larder.compare.peer;

import dev.larder.compare.process.ManagedProcess;

/**
 * A server that has been started and answers.
 *
 * @param peer which
 * @param child its process
 * @param listener where it listens on loopback
 */
public record RunningServer(ComparedServer peer, ManagedProcess child, HttpProbe.Listener listener) {

    /** The URL of a path. */
    public String url(String path) {
        return (listener.isSecure() ? "https" : "http") + "://127.0.0.1:" + listener.port() + path;
    }
}
