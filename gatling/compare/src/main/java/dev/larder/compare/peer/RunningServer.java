package dev.larder.compare.peer;

import dev.larder.compare.process.ManagedProcess;

/**
 * A server that has been started and answers.
 *
 * @param peer which
 * @param child its process
 * @param port where it listens on loopback
 */
public record RunningServer(ComparedServer peer, ManagedProcess child, int port) {

    /** The URL of a path. */
    public String url(String path) {
        return "http://127.0.0.1:" + port + path;
    }
}
