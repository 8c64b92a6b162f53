package dev.larder.writes.buffer;

import java.util.Optional;

/**
 * The quota of one upload that is not acknowledged yet: one write, and the bytes announced or received, whichever is
 * more. It ends once: by handing over to a write, or by release.
 */
public final class QuotaReservation {

    private final ChannelQuotas quotas;
    private final String channel;
    private long bytes;
    private boolean over;

    private QuotaReservation(ChannelQuotas quotas, String channel, long bytes) {
        this.quotas = quotas;
        this.channel = channel;
        this.bytes = bytes;
    }

    /** Reserves space for an upload of this announced length; empty if there is none. */
    static Optional<QuotaReservation> of(ChannelQuotas quotas, String channel, long length) {
        return quotas.reserve(channel, length)
                ? Optional.of(new QuotaReservation(quotas, channel, length))
                : Optional.empty();
    }

    /** Whether this many bytes in total are available and have been taken. */
    public synchronized boolean raiseTo(long length) {
        return !over && (length <= bytes || resize(length));
    }

    /** Whether there is space for the write made of the upload; it then belongs to that write. */
    synchronized boolean handOver(long weight) {
        if (over || !resize(weight)) {
            return false;
        }
        over = true;
        quotas.unfinished().release(bytes);
        return true;
    }

    private boolean resize(long length) {
        if (!quotas.resize(channel, length - bytes)) {
            return false;
        }
        quotas.unfinished().resize(length - bytes);
        bytes = length;
        return true;
    }

    /** Returns the quota, unless it was handed over to a write or returned before. */
    public synchronized void release() {
        if (!over) {
            over = true;
            quotas.unfinished().release(bytes);
            quotas.release(channel, bytes);
        }
    }
}
