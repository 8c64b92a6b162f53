package dev.larder.simulator;

import dev.larder.policies.accesslog.TextLines;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** A trace in a file, plain or gzip. The format is detected from the content. */
record TraceFile(String name, Path path) implements TraceSource {

    private static final Pattern ENDINGS = Pattern.compile("(\\.(gz|csv|log|txt|bin|oracleGeneral))+$");
    private static final int PEEK = 4096;

    /** Returns the trace in this file, named after it without folder and extensions. */
    static TraceFile of(Path path) {
        Path file = path.getFileName();
        return new TraceFile(
                ENDINGS.matcher(file == null ? "" : file.toString()).replaceFirst(""), path);
    }

    @Override
    public RequestReader open() throws IOException {
        long length = Files.size(path);
        var counting = new Counting(Files.newInputStream(path));
        return reader(counting, () -> length == 0 ? 1 : (double) counting.position / length);
    }

    /** Creates a reader of this stream. */
    static RequestReader reader(InputStream raw, DoubleSupplier progress) throws IOException {
        InputStream in = unzipped(new BufferedInputStream(raw, 1 << 16));
        in.mark(PEEK);
        byte[] head = in.readNBytes(PEEK);
        in.reset();
        if (isBinary(head)) {
            return new OracleGeneralReader(in, progress);
        }
        return isAccessLog(head) ? new AccessLogReader(in, progress) : new CsvReader(in, progress);
    }

    private static InputStream unzipped(BufferedInputStream in) throws IOException {
        return TextLines.isCompressed(in) ? new BufferedInputStream(new GZIPInputStream(in, 1 << 16), 1 << 16) : in;
    }

    /** Whether there are control characters that no text contains: the high bytes of times, sizes and next requests. */
    private static boolean isBinary(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') {
                return true;
            }
        }
        return false;
    }

    /** Whether the first line is one of an access log, or has the brackets of one, so that its fault is named as such. */
    private static boolean isAccessLog(byte[] head) {
        String first = new String(head, StandardCharsets.ISO_8859_1)
                .lines()
                .findFirst()
                .orElse("");
        int time = first.indexOf('[');
        return time >= 0 && (first.indexOf("] \"") > time || first.indexOf(',') < 0);
    }

    /** Tracks its position. */
    private static final class Counting extends FilterInputStream {

        volatile long position;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            advance(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            advance(read);
            return read;
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread reads and writes, others only read
        private void advance(int read) {
            position += Math.max(0, read);
        }
    }
}
