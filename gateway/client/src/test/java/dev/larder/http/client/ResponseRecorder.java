package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes down what a request is told, in words, and releases its content. A test waits for the words. */
class ResponseRecorder implements OriginResponseListener {

    private static final int PATIENCE_SECONDS = 20;

    private final EventLoop loop;
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private @Nullable OriginCall call;
    private volatile @Nullable ResponseHead head;

    ResponseRecorder(EventLoop loop) {
        this.loop = loop;
    }

    void asked(OriginCall asked) {
        call = asked;
    }

    OriginCall call() {
        if (call == null) {
            throw new IllegalStateException("not asked yet");
        }
        return call;
    }

    /** Runs a step on the event loop of the request, and waits for its end. */
    void on(Runnable step) {
        loop.submit(step).syncUninterruptibly();
    }

    @Override
    public void sending() {
        events.add("sending");
    }

    @Override
    public void interim(ResponseHead interim) {
        events.add("interim " + interim.status());
    }

    @Override
    public void head(ResponseHead arrived, boolean atHand) {
        head = arrived;
        events.add("head " + arrived.status() + (atHand ? " at hand" : ""));
    }

    @Override
    public void data(ByteBuf data) {
        content.writeBytes(ByteBufUtil.getBytes(data));
        data.release();
    }

    @Override
    public void end(HeaderFields trailers) {
        trailers.forEach(field -> events.add("trailer " + field.name() + ": " + field.value()));
        events.add("end " + text());
    }

    @Override
    public void failed(Throwable error) {
        failures.add(error);
        events.add("failed " + error.getMessage());
    }

    @Override
    public void writable() {
        events.add("writable");
    }

    private String text() {
        return content.size() > 100 ? content.size() + " octets" : content.toString(StandardCharsets.ISO_8859_1);
    }

    byte[] content() {
        return content.toByteArray();
    }

    ResponseHead response() {
        ResponseHead arrived = head;
        if (arrived == null) {
            throw new IllegalStateException("no head yet");
        }
        return arrived;
    }

    /** Returns the next event; waits for it. */
    String next() throws IOException {
        try {
            String event = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (event == null) {
                throw new IOException("Nothing has happened.");
            }
            return event;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    /** Waits for the end or the failure, and returns it. */
    String last() throws IOException {
        String event = next();
        while (!event.startsWith("end") && !event.startsWith("failed")) {
            event = next();
        }
        return event;
    }

    /** Waits for the failure. */
    Throwable failure() throws IOException {
        String last = last();
        if (failures.isEmpty()) {
            throw new IOException("It has not failed: " + last);
        }
        return failures.get(0);
    }

    /** Returns the events that nobody has waited for, after all that the loop had to do. */
    List<String> rest() {
        on(() -> {});
        return List.copyOf(events);
    }
}
