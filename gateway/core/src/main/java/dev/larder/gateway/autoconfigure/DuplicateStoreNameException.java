package dev.larder.gateway.autoconfigure;

/** Thrown at startup if two factories add stores of the same name, because the choice would be ambiguous. */
final class DuplicateStoreNameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception for one name.
     *
     * @param name the type or tier
     * @param property property that has the name as its value
     * @param one class that adds it
     * @param other other class that adds it
     */
    DuplicateStoreNameException(String name, String property, String one, String other) {
        super("Two beans add the name '" + name + "' to " + property + ": one of " + one + ", the other of " + other
                + ".");
    }
}
