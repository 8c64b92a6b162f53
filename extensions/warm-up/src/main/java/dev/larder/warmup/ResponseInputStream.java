package dev.larder.warmup;

import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;

/** The content of a response as it arrives: no more than two parts of it are in memory. Closing it cancels the request. */
final class ResponseInputStream extends InputStream {

    private final Stream<byte[]> parts;
    private final Iterator<byte[]> arriving;
    private byte[] part = new byte[0];
    private int position;

    /** Makes the request. */
    ResponseInputStream(Flux<byte[]> content) {
        this.parts = content.toStream(1);
        this.arriving = parts.iterator();
    }

    @Override
    public int read() throws IOException {
        return isAtEnd() ? -1 : part[position++] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (isAtEnd()) {
            return -1;
        }
        int read = Math.min(length, part.length - position);
        System.arraycopy(part, position, into, offset, read);
        position += read;
        return read;
    }

    private boolean isAtEnd() throws IOException {
        try {
            while (position == part.length && arriving.hasNext()) {
                part = arriving.next();
                position = 0;
            }
        } catch (RuntimeException failure) {
            Throwable cause = failure.getCause() instanceof IOException io ? io : failure;
            throw new IOException(cause.getMessage(), cause);
        }
        return position == part.length;
    }

    @Override
    public void close() {
        parts.close();
    }
}
