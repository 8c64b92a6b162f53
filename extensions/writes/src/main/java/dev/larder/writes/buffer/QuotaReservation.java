package dev.larder.writes.buffer;

/**
 * The room of one upload that is not acknowledged yet: one write, and as many bytes as it has announced or as have come, if
 * that is more. It ends once: as the room of a write, or by being released.
 */
public final class QuotaReservation {

    private final ChannelQuotas quotas;
    private final String channel;
    private long bytes;
    private boolean over;

    QuotaReservation(ChannelQuotas quotas, String channel, long bytes) {
        this.quotas = quotas;
        this.channel = channel;
        this.bytes = bytes;
    }

    /** Whether there is room for so many bytes in all; then it is taken. */
    public synchronized boolean cover(long length) {
        return !over && (length <= bytes || resize(length));
    }

    /** Whether there is room for the write that the upload has become; then it belongs to that one. */
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

    /** Gives the room back, unless a write has it or it has been given back before. */
    public synchronized void release() {
        if (!over) {
            over = true;
            quotas.unfinished().release(bytes);
            quotas.release(channel, bytes);
        }
    }
}
