package dev.larder.gateway.autoconfigure;

/** Two factories add stores of one name; Larder does not start, because either could be meant. */
final class DuplicateStoreNameException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Two of one name.
     *
     * @param name the type or tier
     * @param property where the name is a value
     * @param one the class that adds it
     * @param other the class that adds it too
     */
    DuplicateStoreNameException(String name, String property, String one, String other) {
        super("Two beans add the name '" + name + "' to " + property + ": one of " + one + ", the other of " + other
                + ".");
    }
}
