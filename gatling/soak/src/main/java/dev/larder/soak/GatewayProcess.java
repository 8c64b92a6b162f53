package dev.larder.soak;

import dev.larder.compare.peer.HttpProbe;
import dev.larder.compare.peer.JavaCommandLine;
import dev.larder.compare.peer.StartFailure;
import dev.larder.compare.process.ManagedProcess;
import dev.larder.compare.process.ManagedProcesses;
import dev.larder.soak.origin.ResourceKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Larder's executable before the origin, with memory before a disk. */
final class GatewayProcess {

    private static final int CORE = 0;
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int OK = 200;

    private final ManagedProcess child;
    private final int port;
    private final int management;

    private GatewayProcess(ManagedProcess child, int port, int management) {
        this.child = child;
        this.port = port;
        this.management = management;
    }

    /** Starts it with so much memory and its files in that folder, and waits until it answers. */
    static GatewayProcess start(ManagedProcesses children, SoakSettings settings, int origin, Path disk)
            throws IOException {
        var jar = settings.jar();
        var port = HttpProbe.freePort();
        var management = HttpProbe.freePort();
        var command = new JavaCommandLine(settings.options(), jar, jar, jar, jar)
                .jar(
                        jar,
                        "--server.address=127.0.0.1",
                        "--server.port=" + port,
                        "--management.server.address=127.0.0.1",
                        "--management.server.port=" + management,
                        "--management.endpoints.web.exposure.include=larder",
                        "--larder.actuate.write-enabled=true",
                        "--larder.origin=http://127.0.0.1:" + origin,
                        "--larder.store.tiers=memory,disk",
                        "--larder.store.max-size=8MB",
                        "--larder.disk.path=" + disk,
                        "--larder.disk.max-size=32MB");
        var gateway = new GatewayProcess(children.start("gateway", CORE, command), port, management);
        gateway.awaitAnswer();
        return gateway;
    }

    private void awaitAnswer() throws IOException {
        var deadline = System.nanoTime() + START_NANOS;
        while (!isReady()) {
            requireAlive();
            if (System.nanoTime() > deadline) {
                throw new IOException("the gateway did not start: " + StartFailure.reason(child.output()));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean isReady() {
        try {
            return HttpProbe.get(port, ResourceKind.LIVE.path("ready")).status() == OK;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Fails with its last words if it has ended. */
    void requireAlive() throws IOException {
        if (!child.isAlive()) {
            throw new IOException("the gateway has ended: " + StartFailure.reason(child.output()));
        }
    }

    ProcessHandle handle() {
        return child.handle();
    }

    int port() {
        return port;
    }

    int management() {
        return management;
    }

    List<String> log() throws IOException {
        return child.output();
    }
}
