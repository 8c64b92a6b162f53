package dev.larder.gateway.exchange;

import dev.larder.gateway.exchange.RandomSchedule.VirtualLoop;
import dev.larder.rfc9111.ConstructedResponse.ByteRange;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The client of a {@link SimulatedRequest}: records what it gets, reads at random, and checks the order of the calls. */
final class RecordingClient implements ClientPort {

    private static final int SLOW = 40;

    private final SimulatedRequest request;
    private final RandomSchedule schedule;
    private final VirtualLoop loop;
    private final int watermark;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private List<ByteBuffer> sent = List.of();
    private @Nullable ResponseHead head;
    private Ending ending = Ending.NONE;
    private int unflushed;
    private int flushed;
    private boolean unwritable;

    /** How the response has ended. */
    enum Ending {
        NONE,
        SENT,
        COMPLETE,
        BROKEN_OFF,
        LEFT
    }

    RecordingClient(SimulatedRequest request, RandomSchedule schedule) {
        this.request = request;
        this.schedule = schedule;
        this.loop = request.loop();
        this.watermark = schedule.chance(SLOW) ? schedule.random().nextInt(SLOW) : Integer.MAX_VALUE;
    }

    Ending ending() {
        return ending;
    }

    /** Returns the head of the response; null before it. */
    @Nullable
    ResponseHead head() {
        return head;
    }

    /** Returns the octets that have come so far. */
    byte[] content() {
        var all = new ByteArrayOutputStream();
        all.writeBytes(content.toByteArray());
        for (ByteBuffer buffer : sent) {
            byte[] octets = new byte[buffer.remaining()];
            buffer.duplicate().get(octets);
            all.writeBytes(octets);
        }
        return all.toByteArray();
    }

    /** Leaves, unless the response has ended. */
    void leave() {
        if (ending == Ending.NONE) {
            ending = Ending.LEFT;
            request.left();
        }
    }

    private void expectOpen(String call) {
        request.expect(loop.isInside(), () -> call + " on another thread");
        request.expect(ending == Ending.NONE, () -> call + " after the end: " + ending);
    }

    private void begin(ResponseHead response, String call) {
        expectOpen(call);
        request.expect(head == null, () -> call + " after a head");
        head = request.reported(response);
    }

    private void end(Ending how) {
        ending = how;
        request.answered();
    }

    @Override
    public void interim(ResponseHead interim) {
        expectOpen("interim");
        request.expect(head == null, "interim after a head");
    }

    @Override
    public void send(ResponseHead response, List<ByteBuffer> octets) {
        begin(response, "send");
        sent = octets;
        end(Ending.SENT);
    }

    @Override
    public void sendFile(ResponseHead response, Path file, ByteRange part) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void atEnd(Runnable action) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void head(ResponseHead response) {
        begin(response, "head");
        unflushed++;
    }

    @Override
    public void data(ByteBuf octets) {
        expectOpen("data");
        request.expect(head != null, "data before a head");
        int count = octets.readableBytes();
        byte[] copy = new byte[count];
        octets.readBytes(copy);
        octets.release();
        content.writeBytes(copy);
        unflushed += count;
        unwritable = unwritable || !isWritable();
        request.received(content.size());
    }

    /** The client reads what is flushed, at once or later; what is not flushed never arrives. */
    @Override
    public void flush() {
        expectOpen("flush");
        if (unflushed > 0) {
            flushed += unflushed;
            unflushed = 0;
            if (schedule.chance(SLOW)) {
                read();
            } else {
                loop.soon(this::read);
            }
        }
    }

    private void read() {
        flushed = 0;
        if (unwritable && isWritable() && ending == Ending.NONE) {
            unwritable = false;
            request.clientWritable();
        }
    }

    @Override
    public void end() {
        expectOpen("end");
        request.expect(head != null, "end before a head");
        end(Ending.COMPLETE);
    }

    @Override
    public void breakOff(Throwable error) {
        expectOpen("breakOff");
        request.expect(head != null, "breakOff before a head");
        end(Ending.BROKEN_OFF);
    }

    @Override
    public boolean isWritable() {
        return (long) unflushed + flushed <= watermark;
    }
}
