package dev.larder.compare.peer;

import dev.larder.compare.process.Child;
import dev.larder.compare.server.Origin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** An origin with one size of body, and servers in front of it or beside it. */
public final class Fleet implements AutoCloseable {

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Site site;
    private final int size;
    private final int originPort;
    private final List<Child> children = new ArrayList<>();

    /** Starts the origin. */
    public Fleet(Site site, int size) throws IOException, UnavailableException {
        this.site = site;
        this.size = size;
        this.originPort = Probe.freePort();
        var command = site.java().mainClass(Origin.class, originPort, size);
        var origin = site.children().start("origin", site.loadCore(), command);
        children.add(origin);
        awaitAnswer(origin, originPort, Origin.ASKED, size);
    }

    /** Starts a server and waits until it answers the path with 200. */
    public Running start(Peer peer, String path) throws IOException, UnavailableException {
        var port = Probe.freePort();
        var command = new Launches(site, originPort, size).command(peer, port);
        var child = site.children().start(peer.toString(), site.serverCore(), command);
        children.add(child);
        try {
            awaitAnswer(child, port, path, size);
            return new Running(peer, child, port);
        } catch (UnavailableException e) {
            site.children().end(child);
            throw e;
        }
    }

    /** Ends one server. */
    public void end(Running running) {
        site.children().end(running.child());
        children.remove(running.child());
    }

    /** Fails unless the server answers with the whole body, and does so without the origin where it should. */
    public void check(Running running, String path, boolean stored) throws IOException, UnavailableException {
        Probe.check(running.port(), path, size);
        var before = originAsked();
        var checked = Probe.check(running.port(), path, size);
        var answer = checked.answer();
        if (answer.status() != 200 || !checked.right()) {
            throw new UnavailableException("it answered " + answer.status() + " with " + checked.octets()
                    + " octets instead of 200 with the right " + size);
        }
        var asked = originAsked() - before;
        if (stored != (asked == 0)) {
            throw new UnavailableException("it asked the origin " + asked + " times, which is not what a "
                    + (stored ? "hit" : "pass") + " does");
        }
        if (stored && contradicts(answer)) {
            throw new UnavailableException("its head does not say hit: " + answer.head());
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
        return Long.parseLong(Probe.get(originPort, Origin.ASKED).body());
    }

    @Override
    public void close() {
        children.forEach(site.children()::end);
        children.clear();
    }

    private static boolean contradicts(Probe.Answer answer) {
        return (answer.says("\r\ncache-status:") && !answer.says("; hit"))
                || (answer.says("\r\nx-cache:") && !answer.says("x-cache: hit"));
    }

    private static void awaitAnswer(Child child, int port, String path, int size)
            throws IOException, UnavailableException {
        var deadline = System.nanoTime() + START_NANOS;
        while (!answers(port, path, size)) {
            if (!child.alive()) {
                throw new UnavailableException(StartFailure.reason(child.output()));
            }
            if (System.nanoTime() > deadline) {
                throw new UnavailableException("it does not answer 200: " + StartFailure.reason(child.output()));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static boolean answers(int port, String path, int size) {
        try {
            return Probe.check(port, path, size).answer().status() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }
}
