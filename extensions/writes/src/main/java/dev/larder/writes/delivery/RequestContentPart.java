package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryJournal;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A part of the content of a request. */
sealed interface RequestContentPart {

    /** Returns its length in octets. */
    long length();

    /**
     * Returns its octets, to be closed by the caller.
     *
     * @throws IOException if they cannot be read
     */
    InputStream open(DeliveryJournal journal) throws IOException;

    /** A few octets, one per char. */
    record Text(String octets) implements RequestContentPart {

        @Override
        public long length() {
            return octets.length();
        }

        @Override
        public InputStream open(DeliveryJournal journal) {
            return new ByteArrayInputStream(octets.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** The content of a write. */
    record Content(AcknowledgedWrite write) implements RequestContentPart {

        @Override
        public long length() {
            return write.length();
        }

        @Override
        public InputStream open(DeliveryJournal journal) throws IOException {
            return journal.content(write);
        }
    }

    /** The content of a write in one line: JSON allows line breaks only where it allows spaces (RFC 8259 2, 7). */
    record Line(AcknowledgedWrite write) implements RequestContentPart {

        @Override
        public long length() {
            return write.length();
        }

        @Override
        public InputStream open(DeliveryJournal journal) throws IOException {
            return new OneLine(journal.content(write));
        }
    }

    /** Replaces line breaks by spaces. */
    final class OneLine extends FilterInputStream {

        OneLine(InputStream lines) {
            super(lines);
        }

        @Override
        public int read() throws IOException {
            int octet = super.read();
            return octet == '\n' || octet == '\r' ? ' ' : octet;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            for (int i = offset; i < offset + read; i++) {
                if (buffer[i] == '\n' || buffer[i] == '\r') {
                    buffer[i] = ' ';
                }
            }
            return read;
        }
    }
}
