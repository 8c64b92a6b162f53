package dev.larder.gateway.exchange;

import dev.larder.gateway.exchange.RandomSchedule.VirtualLoop;
import dev.larder.gateway.exchange.SimulatedRecorder.UnreadableBodyException;
import dev.larder.gateway.message.ClientPort;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** The client of a {@link SimulatedRequest}: records what it gets, reads at random, and checks the order of the calls. */
final class RecordingClient implements ClientPort {

    private static final int SLOW = 40;

    private final SimulatedRequest request;
    private final RandomSchedule schedule;
    private final VirtualLoop loop;
    private final int watermark;
    private final boolean sendsFiles;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final Queue<Runnable> atEnd = new ArrayDeque<>();
    private List<ByteBuffer> sent = List.of();
    private @Nullable ContentReader reader;
    private @Nullable ResponseHead head;
    private Ending ending = Ending.NONE;
    private int unflushed;
    private int flushed;
    private boolean unwritable;
    private boolean unreadable;
    private boolean announced;
    private boolean over;

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
        this.sendsFiles = schedule.random().nextBoolean();
    }

    Ending ending() {
        return ending;
    }

    /** Returns the head of the response; null before it. */
    @Nullable
    ResponseHead head() {
        return head;
    }

    /** Returns whether a response is known to be for it, even if no octet of its range has come yet. */
    boolean isAnswered() {
        return announced || head != null;
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

    /** Returns whether the response breaks off because what is recorded cannot be read. */
    boolean isUnreadable() {
        return unreadable;
    }

    /** Leaves, unless the response has ended. */
    void leave() {
        if (ending == Ending.NONE) {
            ending = Ending.LEFT;
            request.left();
            if (reader != null) {
                reader.cancel();
            }
            schedule.soon(this::close);
        }
    }

    /** The response is over for everybody. */
    private void close() {
        over = true;
        for (Runnable action = atEnd.poll(); action != null; action = atEnd.poll()) {
            action.run();
        }
    }

    private void expectOpen(String call) {
        request.expect(loop.isInside(), () -> call + " on another thread");
        request.expect(ending == Ending.NONE && reader == null, () -> call + " after the end: " + ending);
    }

    private void begin(ResponseHead response, String call) {
        expectOpen(call);
        request.expect(head == null, () -> call + " after a head");
        head = request.reported(response);
        request.released();
    }

    private void end(Ending how) {
        ending = how;
        request.answered();
        schedule.soon(this::close);
    }

    @Override
    public boolean tryHandleError(Throwable error) {
        unreadable |= error instanceof UnreadableBodyException;
        return false;
    }

    @Override
    public void announce(ResponseHead response) {
        announced = true;
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
    public boolean canSendFiles() {
        return sendsFiles;
    }

    @Override
    public void sendFile(ResponseHead response, Path file, ByteRange part) {
        request.expect(sendsFiles, "gets a file");
        begin(response, "sendFile");
        reader = new ContentReader();
        request.read(file, part).subscribe(reader);
    }

    @Override
    public void atEnd(Runnable action) {
        atEnd.add(action);
        if (over) {
            close();
        }
    }

    /** Reads at random, on any thread. */
    private final class ContentReader extends BaseSubscriber<byte[]> {

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            readOn();
        }

        private void readOn() {
            if (schedule.chance(SLOW)) {
                request(1);
            } else {
                schedule.soon(() -> request(1));
            }
        }

        @Override
        protected void hookOnNext(byte[] piece) {
            content.writeBytes(piece);
            request.received(content.size());
            readOn();
        }

        @Override
        protected void hookOnComplete() {
            RecordingClient.this.end(Ending.COMPLETE);
        }

        @Override
        protected void hookOnError(Throwable error) {
            unreadable |= error instanceof UnreadableBodyException;
            RecordingClient.this.end(Ending.BROKEN_OFF);
        }
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
        unreadable |= error instanceof UnreadableBodyException;
        expectOpen("breakOff");
        request.expect(head != null, "breakOff before a head");
        end(Ending.BROKEN_OFF);
    }

    @Override
    public boolean isWritable() {
        return (long) unflushed + flushed <= watermark;
    }
}
