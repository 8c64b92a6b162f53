package dev.larder.rfc9111;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** RFC 9110 6.3: a header section. Field lines in order, including duplicates, with case-insensitive lookup. Immutable. */
public final class HeaderFields implements Iterable<HeaderField> {

    /** No fields. */
    public static final HeaderFields EMPTY = new HeaderFields(new HeaderField[0]);

    private static final int SEPARATORS_PER_FIELD = 4;

    /** Lines of most header sections. */
    private static final int USUAL = 10;

    private final HeaderField[] fields;

    /** Takes over the array: it is read for every message, several times. */
    private HeaderFields(HeaderField[] fields) {
        this.fields = fields;
    }

    /**
     * Creates fields from alternating names and values.
     *
     * @throws IllegalArgumentException if a name has no value
     */
    public static HeaderFields of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("a name without a value: " + Arrays.toString(namesAndValues));
        }
        Builder builder = builder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            builder.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return builder.build();
    }

    /** Creates a builder that keeps the order of additions. */
    public static Builder builder() {
        return new Builder(USUAL);
    }

    /** Creates such a builder for about this number of lines. */
    public static Builder builder(int expected) {
        return new Builder(expected);
    }

    /** Whether at least one line has this name. */
    public boolean contains(String name) {
        for (HeaderField field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the values of all lines with this name, in order; empty if there is none. */
    public List<String> values(String name) {
        String only = null;
        List<String> several = null;
        for (HeaderField field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                if (only == null) {
                    only = field.value();
                } else {
                    several = several == null ? new ArrayList<>(List.of(only)) : several;
                    several.add(field.value());
                }
            }
        }
        if (several != null) {
            return several;
        }
        return only == null ? List.of() : List.of(only);
    }

    /** Returns the value of the first line with this name. */
    public Optional<String> first(String name) {
        for (HeaderField field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                return Optional.of(field.value());
            }
        }
        return Optional.empty();
    }

    /** Returns all lines with this name joined with {@code ", "} (RFC 9110 5.3); the empty string if there is none. */
    public String combined(String name) {
        List<String> values = values(name);
        return switch (values.size()) {
            case 0 -> "";
            case 1 -> values.get(0);
            default -> String.join(", ", values);
        };
    }

    /** Returns these fields without the lines of the given names. */
    public HeaderFields without(String... names) {
        return without(name -> isOneOf(names, name));
    }

    private static boolean isOneOf(String[] names, String name) {
        for (String one : names) {
            if (one.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }

    /** Returns these fields with this single value for the name, at the position of its first line, or at the end. */
    public HeaderFields with(String name, String value) {
        return contains(name) ? updatedBy(HeaderFields.of(name, value)) : and(name, value);
    }

    /** Returns these fields with another line at the end. */
    HeaderFields and(String name, String value) {
        HeaderField[] more = Arrays.copyOf(fields, fields.length + 1);
        more[fields.length] = new HeaderField(name, value);
        return new HeaderFields(more);
    }

    /** Returns the number of lines. */
    public int size() {
        return fields.length;
    }

    /** Returns the octets of these fields in a message: names, values and four for colon, space and line end of each line. */
    public long bytes() {
        long bytes = 0;
        for (HeaderField field : fields) {
            bytes += field.name().length() + field.value().length() + SEPARATORS_PER_FIELD;
        }
        return bytes;
    }

    /** Returns the lines in order. */
    public Stream<HeaderField> stream() {
        return Arrays.stream(fields);
    }

    @Override
    public Iterator<HeaderField> iterator() {
        return Arrays.asList(fields).iterator();
    }

    /** Returns these fields without the lines of all names to which this applies. */
    public HeaderFields without(Predicate<String> name) {
        HeaderField[] kept = new HeaderField[fields.length];
        int count = 0;
        for (HeaderField field : fields) {
            if (!name.test(field.name())) {
                kept[count++] = field;
            }
        }
        return count == fields.length ? this : new HeaderFields(Arrays.copyOf(kept, count));
    }

    /** Returns these fields with all lines of each newer one in the place of the first that has its name, or at the end. */
    HeaderFields updatedBy(HeaderFields newer) {
        Builder updated = builder(fields.length + newer.fields.length);
        for (int i = 0; i < fields.length; i++) {
            HeaderField field = fields[i];
            if (!newer.contains(field.name())) {
                updated.add(field);
            } else if (isFirst(i)) {
                updated.addLines(newer, field.name());
            }
        }
        for (int i = 0; i < newer.fields.length; i++) {
            String name = newer.fields[i].name();
            if (newer.isFirst(i) && !contains(name)) {
                updated.addLines(newer, name);
            }
        }
        return updated.build();
    }

    /** Returns whether no line before this one has its name. */
    private boolean isFirst(int index) {
        for (int i = 0; i < index; i++) {
            if (fields[i].name().equalsIgnoreCase(fields[index].name())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HeaderFields that && Arrays.equals(fields, that.fields);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(fields);
    }

    @Override
    public String toString() {
        return Arrays.toString(fields);
    }

    /** Collects field lines in order. Not thread-safe. */
    public static final class Builder {

        /** Not changed once it is full: then it may be that of fields which have been built. */
        private HeaderField[] lines;

        private int size;

        private Builder(int expected) {
            lines = new HeaderField[expected];
        }

        /** Appends one line. */
        public Builder add(String name, String value) {
            return add(new HeaderField(name, value));
        }

        private Builder add(HeaderField line) {
            room(1);
            lines[size++] = line;
            return this;
        }

        /** Appends all lines with this name of another header section. */
        private void addLines(HeaderFields more, String name) {
            for (HeaderField field : more.fields) {
                if (field.name().equalsIgnoreCase(name)) {
                    add(field);
                }
            }
        }

        /** Appends all lines of another header section. */
        public Builder addAll(HeaderFields more) {
            room(more.fields.length);
            System.arraycopy(more.fields, 0, lines, size, more.fields.length);
            size += more.fields.length;
            return this;
        }

        private void room(int more) {
            if (lines.length - size < more) {
                lines = Arrays.copyOf(lines, Math.max(size + more, lines.length + lines.length / 2));
            }
        }

        /** Returns the fields added so far. */
        public HeaderFields build() {
            if (size == 0) {
                return EMPTY;
            }
            return new HeaderFields(size == lines.length ? lines : Arrays.copyOf(lines, size));
        }
    }
}
