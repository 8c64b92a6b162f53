package dev.larder.writes.buffer;

import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The room of each channel, and of all of them. */
final class ChannelQuotas {

    private static final int OVERHEAD = 512;

    private final Quota all;
    private final Map<String, Quota> channels = new HashMap<>();
    private final Quota unfinished = new Quota(WriteBuffer.MOST_UNFINISHED, Long.MAX_VALUE / 2);

    ChannelQuotas(WriteBufferLimits limits) {
        this.all = new Quota(limits.all().writes(), limits.all().bytes());
        limits.channels().forEach((name, most) -> channels.put(name, new Quota(most.writes(), most.bytes())));
    }

    /** Bytes that a write takes: its content, and about what is kept of it in memory. */
    static long weight(IncomingWrite upload) {
        return weight(upload.key(), upload.request(), upload.content().length());
    }

    /** The same, of one that has been acknowledged. */
    static long weight(AcknowledgedWrite write) {
        return weight(write.key(), write.request(), write.length());
    }

    private static long weight(String key, RequestHead request, long length) {
        long fields = 0;
        for (HeaderField field : request.fields()) {
            fields += field.name().length() + field.value().length();
        }
        return OVERHEAD + key.length() + request.target().toString().length() + fields + length;
    }

    /** Room for an upload that has announced so many bytes; empty if there is none. */
    Optional<QuotaReservation> reserve(String channel, long length) {
        if (!unfinished.take(length)) {
            return Optional.empty();
        }
        if (!take(channel, length)) {
            unfinished.release(length);
            return Optional.empty();
        }
        return Optional.of(new QuotaReservation(this, channel, length));
    }

    /** The part of all that uploads have which are neither acknowledged nor given up. */
    Quota unfinished() {
        return unfinished;
    }

    /** Whether there is room for so many more bytes of what is there; then it is taken. Fewer are given back. */
    boolean resize(String channel, long more) {
        if (!all.resize(more)) {
            return false;
        }
        if (of(channel).resize(more)) {
            return true;
        }
        all.resize(-more);
        return false;
    }

    private boolean take(String channel, long length) {
        if (!all.take(length)) {
            return false;
        }
        if (of(channel).take(length)) {
            return true;
        }
        all.release(length);
        return false;
    }

    void add(String channel, long length) {
        all.add(1, length);
        of(channel).add(1, length);
    }

    void release(String channel, long length) {
        all.release(length);
        of(channel).release(length);
    }

    synchronized Quota of(String channel) {
        return channels.computeIfAbsent(channel, gone -> new Quota(0, 0));
    }

    Quota all() {
        return all;
    }
}
