package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.RequestHead;
import java.util.HashMap;
import java.util.Map;

/** The quotas of each channel, and the total. */
final class ChannelQuotas {

    private static final int OVERHEAD = 512;
    private static final int OVERHEAD_OF_TAG = 64;

    private final Quota all;
    private final Map<String, Quota> channels = new HashMap<>();
    private final Quota unfinished = new Quota(WriteBufferLimits.MAX_UNFINISHED, Long.MAX_VALUE / 2);

    ChannelQuotas(WriteBufferLimits limits) {
        this.all = new Quota(limits.all().writes(), limits.all().bytes());
        limits.channels().forEach((name, most) -> channels.put(name, new Quota(most.writes(), most.bytes())));
    }

    /** Returns the size of a write in bytes: its content, and the approximate memory of its metadata. */
    static long weight(IncomingWrite upload) {
        return weight(
                upload.key(), upload.request(), upload.reach(), upload.content().length());
    }

    /** Returns the size of an acknowledged write in bytes. */
    static long weight(PendingWrite pending) {
        return weight(
                pending.write().key(),
                pending.write().request(),
                pending.reach(),
                pending.write().length());
    }

    private static long weight(String key, RequestHead request, WriteReach reach, long length) {
        long metadata = OVERHEAD + key.length() + request.target().toString().length();
        for (HeaderField field : request.fields()) {
            metadata += field.name().length() + field.value().length();
        }
        for (CacheTag tag : reach.tags()) {
            metadata += OVERHEAD_OF_TAG + tag.name().length();
        }
        return metadata + reach.asked().toString().length() + length;
    }

    /** Whether there is space for an upload of this announced length, which has been taken. */
    boolean reserve(String channel, long length) {
        if (!unfinished.take(length)) {
            return false;
        }
        if (!take(channel, length)) {
            unfinished.release(length);
            return false;
        }
        return true;
    }

    /** Returns the quota of uploads that are neither acknowledged nor given up. */
    Quota unfinished() {
        return unfinished;
    }

    /** Whether this many more bytes are available and have been taken. A negative number returns bytes. */
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
