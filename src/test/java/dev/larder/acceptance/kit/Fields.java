package dev.larder.acceptance.kit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Header fields in the order of the wire, repetitions kept, looked up without regard to case. */
public record Fields(List<Field> list) implements Iterable<Field> {

    /** No fields. */
    public static final Fields NONE = new Fields(List.of());

    /** Copies the list. */
    public Fields {
        list = List.copyOf(list);
    }

    /** Fields from name, value, name, value... */
    public static Fields of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("a name without a value: " + String.join(", ", namesAndValues));
        }
        List<Field> list = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            list.add(new Field(namesAndValues[i], namesAndValues[i + 1]));
        }
        return new Fields(list);
    }

    /** The values of all lines of that name. */
    public List<String> all(String name) {
        return list.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(Field::value)
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
    public Fields and(Fields more) {
        List<Field> both = new ArrayList<>(list);
        both.addAll(more.list);
        return new Fields(both);
    }

    /** The lines as they go over the wire, each ended by CRLF. */
    public String wire() {
        StringBuilder text = new StringBuilder();
        list.forEach(field ->
                text.append(field.name()).append(": ").append(field.value()).append("\r\n"));
        return text.toString();
    }

    @Override
    public Iterator<Field> iterator() {
        return list.iterator();
    }
}
