package dev.larder.compare.peer;

import dev.larder.compare.process.ManagedProcess;
import dev.larder.compare.server.BenchmarkOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** An origin with one size of body, and servers in front of it or beside it. */
public final class ServerSetup implements AutoCloseable {

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final int UNAUTHORIZED = 401;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ServerEnvironment environment;
    private final int size;
    private final int originPort;
    private final List<ManagedProcess> children = new ArrayList<>();

    /** Starts the origin. */
    public ServerSetup(ServerEnvironment environment, int size) throws IOException, ServerUnavailableException {
        this.environment = environment;
        this.size = size;
        this.originPort = HttpProbe.freePort();
        var command = environment.java().mainClass(BenchmarkOrigin.class, originPort, size);
        var origin = environment.children().start("origin", environment.loadCore(), command);
        children.add(origin);
        awaitAnswer(origin, new HttpProbe.Listener(originPort, false, ""), BenchmarkOrigin.ASKED, size);
    }

    /** Starts a server and waits until it answers the path with 200. */
    public RunningServer start(ComparedServer peer, String path) throws IOException, ServerUnavailableException {
        var listener = new HttpProbe.Listener(
                HttpProbe.freePort(), environment.certificate().isPresent(), peer.authorization());
        var command = new ServerCommandLines(environment, originPort, size).command(peer, listener.port());
        var child = environment.children().start(peer.toString(), environment.serverCore(), command);
        children.add(child);
        try {
            awaitAnswer(child, listener, path, size);
            return new RunningServer(peer, child, listener);
        } catch (ServerUnavailableException e) {
            environment.children().end(child);
            throw e;
        }
    }

    /** Ends one server. */
    public void end(RunningServer running) {
        environment.children().end(running.child());
        children.remove(running.child());
    }

    /**
     * Fails unless the server answers with the whole body, and does so without the origin where it should, and refuses those
     * who do not say who they are where others have to.
     */
    public void check(RunningServer running, String path, boolean stored)
            throws IOException, ServerUnavailableException {
        HttpProbe.check(running.listener(), path, size);
        var before = originAsked();
        var checked = HttpProbe.check(running.listener(), path, size);
        var answer = checked.answer();
        if (answer.status() != 200 || !checked.isCorrect()) {
            throw new ServerUnavailableException("it answered " + answer.status() + " with " + checked.octets()
                    + " octets instead of 200 with the right " + size);
        }
        var asked = originAsked() - before;
        if (stored != (asked == 0)) {
            throw new ServerUnavailableException("it asked the origin " + asked + " times, which is not what a "
                    + (stored ? "hit" : "pass") + " does");
        }
        if (stored && isReportedMiss(answer)) {
            throw new ServerUnavailableException("its head does not say hit: " + answer.head());
        }
        checkRefusal(running.listener(), path);
    }

    /** What has just been answered to one client is not answered to another without credentials. */
    private void checkRefusal(HttpProbe.Listener listener, String path) throws IOException, ServerUnavailableException {
        if (listener.authorization().isEmpty()) {
            return;
        }
        var status = HttpProbe.check(listener.anonymous(), path, size).answer().status();
        if (status != UNAUTHORIZED) {
            throw new ServerUnavailableException(
                    "it answered " + status + " instead of 401 to a request without credentials");
        }
    }

    /** Of the body, in octets. */
    public int size() {
        return size;
    }

    int originPort() {
        return originPort;
    }

    /** How often the origin has been asked. */
    public long originAsked() throws IOException {
        return Long.parseLong(HttpProbe.get(originPort, BenchmarkOrigin.ASKED).body());
    }

    @Override
    public void close() {
        children.forEach(environment.children()::end);
        children.clear();
    }

    private static boolean isReportedMiss(HttpProbe.Answer answer) {
        return (answer.hasInHead("\r\ncache-status:") && !answer.hasInHead("; hit"))
                || (answer.hasInHead("\r\nx-cache:") && !answer.hasInHead("x-cache: hit"));
    }

    private static void awaitAnswer(ManagedProcess child, HttpProbe.Listener listener, String path, int size)
            throws IOException, ServerUnavailableException {
        var deadline = System.nanoTime() + START_NANOS;
        while (!isReady(listener, path, size)) {
            if (!child.isAlive()) {
                throw new ServerUnavailableException(StartFailure.reason(child.output()));
            }
            if (System.nanoTime() > deadline) {
                throw new ServerUnavailableException("it does not answer 200: " + StartFailure.reason(child.output()));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static boolean isReady(HttpProbe.Listener listener, String path, int size) {
        try {
            return HttpProbe.check(listener, path, size).answer().status() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }
}
