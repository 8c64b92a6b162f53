package dev.larder.acceptance.kit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Header fields in the order of the wire, repetitions kept, looked up without regard to case. */
public record RawFields(List<RawField> list) implements Iterable<RawField> {

    /** No fields. */
    public static final RawFields NONE = new RawFields(List.of());

    /** Copies the list. */
    public RawFields {
        list = List.copyOf(list);
    }

    /** Fields from name, value, name, value... */
    public static RawFields of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("a name without a value: " + String.join(", ", namesAndValues));
        }
        List<RawField> list = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            list.add(new RawField(namesAndValues[i], namesAndValues[i + 1]));
        }
        return new RawFields(list);
    }

    /** The values of all lines of that name. */
    public List<String> all(String name) {
        return list.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(RawField::value)
                .toList();
    }

    /** The first line of that name. */
    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    /** All lines of that name joined by a comma; empty if there is none. */
    public String get(String name) {
        return String.join(", ", all(name));
    }

    /** Whether there is a line of that name. */
    public boolean has(String name) {
        return !all(name).isEmpty();
    }

    /** These fields followed by those. */
    public RawFields and(RawFields more) {
        List<RawField> both = new ArrayList<>(list);
        both.addAll(more.list);
        return new RawFields(both);
    }

    /** The lines as they go over the wire, each ended by CRLF. */
    public String wire() {
        StringBuilder text = new StringBuilder();
        list.forEach(field ->
                text.append(field.name()).append(": ").append(field.value()).append("\r\n"));
        return text.toString();
    }

    @Override
    public Iterator<RawField> iterator() {
        return list.iterator();
    }
}
