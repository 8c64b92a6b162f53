package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Locale;
import java.util.function.LongSupplier;

/** A file open for writing. */
final class LocalFileOutput implements LogDirectory.Output {

    private final FileChannel channel;
    private final LongSupplier usable;

    /**
     * Writes to an open channel.
     *
     * @param usable free bytes of the file system
     */
    LocalFileOutput(FileChannel channel, LongSupplier usable) {
        this.channel = channel;
        this.usable = usable;
    }

    @Override
    public void write(ByteBuffer bytes, long at) throws IOException {
        long next = at;
        while (bytes.hasRemaining()) {
            try {
                next += channel.write(bytes, next);
            } catch (IOException e) {
                throw typed(e, usable.getAsLong(), bytes.remaining());
            }
        }
    }

    /** Error messages are localized, so the free space is considered, too. */
    static IOException typed(IOException fault, long usable, long wanted) {
        String message = String.valueOf(fault.getMessage()).toLowerCase(Locale.ROOT);
        boolean full = message.contains("no space left") || message.contains("quota exceeded") || usable < wanted;
        return full ? new NoSpaceException(fault) : fault;
    }

    @Override
    public void truncate(long length) throws IOException {
        channel.truncate(length);
    }

    @Override
    public void force() throws IOException {
        try {
            channel.force(false);
        } catch (IOException e) {
            throw typed(e, usable.getAsLong(), 1);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
