package dev.larder.gatling;

/** A setting that no run can have: which, what it was, what it should be. */
final class InvalidSettingException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    InvalidSettingException(String name, String value, String expected, String example) {
        super("-D" + name + (value.isEmpty() ? " is missing" : "=" + value + " is wrong") + ": expected " + expected
                + ". For example: -D" + name + "=" + example);
    }
}
