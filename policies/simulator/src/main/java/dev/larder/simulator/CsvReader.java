package dev.larder.simulator;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.DoubleSupplier;

/**
 * Reads {@code time,key,size[,op,segment]}: time a number in any unit, key a number or name, size in bytes, op
 * {@code R} or {@code W}, segment the pool that a write invalidates. A header line and empty lines are skipped.
 */
final class CsvReader implements RequestReader {

    static final String FORM = "time,key,size[,op,segment]";

    private final ByteLineReader lines;
    private final DoubleSupplier progress;
    private int cursor;

    CsvReader(InputStream in, DoubleSupplier progress) {
        this.lines = new ByteLineReader(in);
        this.progress = progress;
    }

    @Override
    public boolean readNext(RequestBlock into) throws IOException {
        do {
            if (!lines.tryAdvance()) {
                return false;
            }
        } while (lines.length() == 0 || isHeader());
        cursor = 0;
        long time = number("a time");
        skipFraction();
        comma();
        long key = name("a key");
        comma();
        long size = number("a size in bytes");
        if (lines.at(cursor) < 0) {
            into.read(time, key, size);
        } else {
            comma();
            boolean write = parseWriteFlag();
            into.add(time, key, size, write, segment());
        }
        return true;
    }

    private boolean isHeader() {
        return lines.number() == 1 && lines.at(0) == 't';
    }

    private long number(String what) throws IOException {
        int first = cursor;
        long number = 0;
        while (lines.at(cursor) >= '0' && lines.at(cursor) <= '9') {
            number = 10 * number + (lines.at(cursor++) - '0');
        }
        if (cursor == first || cursor - first > 18) {
            throw expected(what + " of up to 18 digits");
        }
        return number;
    }

    private void skipFraction() {
        if (lines.at(cursor) == '.') {
            do {
                cursor++;
            } while (lines.at(cursor) >= '0' && lines.at(cursor) <= '9');
        }
    }

    private void comma() throws IOException {
        if (lines.at(cursor) != ',') {
            throw expected("a comma");
        }
        cursor++;
    }

    private long name(String what) throws IOException {
        int first = cursor;
        while (lines.at(cursor) >= 0 && lines.at(cursor) != ',') {
            cursor++;
        }
        if (cursor == first) {
            throw expected(what);
        }
        return NumericKeys.parse(lines, first, cursor);
    }

    private boolean parseWriteFlag() throws IOException {
        int operation = lines.at(cursor++);
        if (operation != 'R' && operation != 'W') {
            cursor--;
            throw expected("the operation R or W");
        }
        return operation == 'W';
    }

    private long segment() throws IOException {
        if (lines.at(cursor) < 0) {
            return RequestBlock.NO_SEGMENT;
        }
        comma();
        long segment = name("a segment");
        if (lines.at(cursor) >= 0) {
            throw expected("the end of the line");
        }
        return segment + 1; // 0 means none
    }

    private MalformedTraceException expected(String what) {
        String form =
                lines.number() == 1 ? FORM + " or a line of the Common or Combined Log Format, and" : FORM + " with";
        return lines.malformed(form + " " + what + " at column " + (cursor + 1));
    }

    @Override
    public double progress() {
        return progress.getAsDouble();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
