package dev.larder.rfc9111;

import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One structured field (RFC 9651), which the parser takes if and only if the grammar does; and a key in a field of ours. */
public final class StructuredFieldFuzz {

    private static final String KEY = "[a-z*][a-z0-9_.*-]*+";
    private static final String STRING = "\"[ !#-\\[\\]-~]*+(?:\\\\[\"\\\\][ !#-\\[\\]-~]*+)*+\"";
    private static final String TOKEN = "[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*+";
    private static final String NUMBER = "-?(?:\\d{1,12}\\.\\d{1,3}|\\d{1,15})";
    private static final String DISPLAY = "%\"[ !#$&-~]*+(?:%[0-9a-f]{2}[ !#$&-~]*+)*+\"";
    private static final String ITEM =
            "(?:" + STRING + "|" + TOKEN + "|" + NUMBER + "|:[A-Za-z0-9+/=]*+:|\\?[01]|@-?\\d{1,15}|" + DISPLAY + ")";
    private static final String PARAMETERS = "(?:; *+" + KEY + "(?:=" + ITEM + ")?+)*+";
    private static final String INNER_LIST =
            "\\( *+(?:" + ITEM + PARAMETERS + "(?: ++" + ITEM + PARAMETERS + ")*+)?+ *+\\)";
    private static final String MEMBER = KEY + "(?:=(?:" + ITEM + "|" + INNER_LIST + "))?+" + PARAMETERS;
    private static final Pattern DICTIONARY = list(MEMBER);
    private static final Pattern STRINGS = list(STRING + PARAMETERS);
    private static final Pattern STATUS_MEMBER = Pattern.compile(TOKEN + PARAMETERS);
    private static final Pattern ANY_STRING = Pattern.compile(DISPLAY + "|" + STRING);
    private static final int LONGEST = 400;

    private StructuredFieldFuzz() {}

    private static Pattern list(String member) {
        return Pattern.compile(" *+(?:" + member + "(?:[ \\t]*+,[ \\t]*+" + member + ")*+[ \\t]*+)?+");
    }

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        String text = input.line();
        if (text.length() <= LONGEST) {
            boolean dictionary = DICTIONARY.matcher(text).matches() && displayable(text);
            FuzzAssertions.equal(
                    StructuredDictionary.parse(text).isPresent(), dictionary, () -> "a dictionary: " + text);
            boolean strings = STRINGS.matcher(text).matches() && displayable(text);
            FuzzAssertions.equal(StructuredDictionary.strings(text).isPresent(), strings, () -> "strings: " + text);
        }
        StructuredDictionary.strings(text).ifPresent(StructuredFieldFuzz::areWrittenAsTheyAreRead);
        String key = input.line();
        String member = CacheStatus.withKey(CacheStatus.hit(Duration.ofSeconds(3), Reason.HIT), key);
        FuzzAssertions.hold(STATUS_MEMBER.matcher(member).matches(), () -> member);
    }

    /** RFC 9651 4.2.10: what is percent-encoded in a Display String is UTF-8. */
    private static boolean displayable(String text) {
        Matcher strings = ANY_STRING.matcher(text);
        while (strings.find()) {
            if (strings.group().startsWith("%") && !utf8(strings.group())) {
                return false;
            }
        }
        return true;
    }

    private static boolean utf8(String display) {
        var octets = ByteBuffer.allocate(display.length());
        for (int i = 2; i < display.length() - 1; i++) {
            boolean encoded = display.charAt(i) == '%';
            octets.put((byte) (encoded ? Integer.parseInt(display.substring(i + 1, i + 3), 16) : display.charAt(i)));
            i += encoded ? 2 : 0;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(octets.flip());
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    private static void areWrittenAsTheyAreRead(List<String> strings) {
        String written = strings.stream()
                .map(string -> "\"" + string.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                .collect(Collectors.joining(", "));
        FuzzAssertions.equal(StructuredDictionary.strings(written).orElseThrow(), strings, () -> written);
    }
}
