package dev.larder.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.DoubleSupplier;

/**
 * Reads libCacheSim's oracleGeneral: little-endian records of 24 bytes, each a time in seconds (unsigned 32 bits), a
 * key (64), a size in bytes (unsigned 32) and the time of the key's next request (64), which only an oracle may use.
 */
final class OracleGeneralReader implements RequestReader {

    static final int RECORD = 24;

    private final InputStream in;
    private final DoubleSupplier progress;
    private final ByteBuffer buffer =
            ByteBuffer.allocate(RECORD * 4096).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private long record;

    OracleGeneralReader(InputStream in, DoubleSupplier progress) {
        this.in = in;
        this.progress = progress;
    }

    @Override
    public boolean readNext(RequestBlock into) throws IOException {
        if (!buffer.hasRemaining() && !fill()) {
            return false;
        }
        long time = Integer.toUnsignedLong(buffer.getInt());
        long key = buffer.getLong();
        into.read(time, key, Integer.toUnsignedLong(buffer.getInt()));
        buffer.getLong();
        record++;
        return true;
    }

    private boolean fill() throws IOException {
        int read = in.readNBytes(buffer.array(), 0, buffer.capacity());
        if (read % RECORD != 0) {
            throw new MalformedTraceException(
                    "record " + (record + read / RECORD + 1),
                    "an oracleGeneral record of " + RECORD + " bytes",
                    "the end after " + read % RECORD);
        }
        buffer.limit(read).position(0);
        return read > 0;
    }

    @Override
    public double progress() {
        return progress.getAsDouble();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
