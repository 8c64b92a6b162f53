package dev.larder.acceptance.kit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Plays scripts over one connection; neighbouring pieces leave in one write. */
final class ScriptPlayer {

    private final Socket socket;
    private final WireReader wire;
    private final CountDownLatch stopped;

    ScriptPlayer(Socket socket, WireReader wire, CountDownLatch stopped) {
        this.socket = socket;
        this.wire = wire;
        this.stopped = stopped;
    }

    /** Plays the steps; false if the connection is over afterwards. */
    boolean play(List<ScriptStep> steps) throws IOException, InterruptedException {
        ByteArrayOutputStream pending = new ByteArrayOutputStream();
        for (ScriptStep step : steps) {
            if (step instanceof ScriptStep.Send send) {
                pending.write(send.bytes());
                flushLarge(pending);
                continue;
            }
            flush(pending);
            if (!play(step)) {
                return false;
            }
        }
        flush(pending);
        return true;
    }

    private boolean play(ScriptStep step) throws IOException, InterruptedException {
        if (step instanceof ScriptStep.Generate generate) {
            generate.octets().forEachPiece(socket.getOutputStream()::write);
        } else if (step instanceof ScriptStep.Hold hold) {
            hold.gate().run();
        } else if (step instanceof ScriptStep.Delay delay) {
            return !stopped.await(delay.time().toNanos(), TimeUnit.NANOSECONDS);
        } else if (step instanceof ScriptStep.TakeOver takeOver) {
            takeOver.conversation().hold(new Rest(), socket.getOutputStream());
            return false;
        } else if (step instanceof ScriptStep.Finish finish) {
            ScriptedOrigin.end(socket, finish.end());
            return false;
        }
        return true;
    }

    private void flushLarge(ByteArrayOutputStream pending) throws IOException {
        if (pending.size() > 1 << 20) {
            flush(pending);
        }
    }

    private void flush(ByteArrayOutputStream pending) throws IOException {
        if (pending.size() > 0) {
            socket.getOutputStream().write(pending.toByteArray());
            pending.reset();
        }
    }

    /** What the connection still brings, buffered bytes first. */
    private final class Rest extends InputStream {
        @Override
        public int read() {
            return wire.read();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            return wire.read(buffer, offset, length);
        }
    }
}
