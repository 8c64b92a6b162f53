package dev.larder.warmup;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of an XML document without the faults that generators of sitemaps make most often (XML 1.0 2.2, 2.4, 2.8, 4.3.3): text
 * before the document, ampersands that begin no reference, control characters, octets that the encoding does not have.
 */
final class LenientXmlReader extends Reader {

    private static final int HEAD = 4096;
    private static final int LONGEST_REFERENCE = 32;
    private static final Pattern ENCODING = Pattern.compile("<\\?xml[^>]*encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");
    private static final Pattern REFERENCE = Pattern.compile("&(#[0-9]+|#x[0-9a-fA-F]+|[A-Za-z_][A-Za-z0-9._-]*);");
    private static final String ESCAPE = "amp;";

    private final PushbackReader text;
    private String pending = "";

    private LenientXmlReader(Reader text) {
        this.text = new PushbackReader(new BufferedReader(text), LONGEST_REFERENCE);
    }

    /** Reads a document. */
    static Reader of(InputStream document) throws IOException {
        var in = new BufferedInputStream(document, 2 * HEAD);
        in.mark(HEAD);
        byte[] head = in.readNBytes(HEAD);
        in.reset();
        Charset encoding = encoding(head);
        var decoder = encoding.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        if (!encoding.equals(StandardCharsets.UTF_16)) {
            in.skipNBytes(beginning(new String(head, StandardCharsets.ISO_8859_1)));
        }
        return new LenientXmlReader(new InputStreamReader(in, decoder));
    }

    private static Charset encoding(byte[] head) {
        int first = head.length < 2 ? 0 : (head[0] & 0xff) << Byte.SIZE | (head[1] & 0xff);
        if (first == 0xfeff || first == 0xfffe) {
            return StandardCharsets.UTF_16;
        }
        Matcher declared = ENCODING.matcher(new String(head, StandardCharsets.ISO_8859_1));
        try {
            return declared.find() ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return StandardCharsets.UTF_8;
        }
    }

    /** Returns where the document begins: at its declaration, or else at its first tag. */
    private static int beginning(String head) {
        int declaration = head.indexOf("<?xml ");
        return Math.max(0, declaration >= 0 ? declaration : head.indexOf('<'));
    }

    @Override
    public int read(char[] into, int offset, int length) throws IOException {
        int count = 0;
        while (count < length) {
            int next = next();
            if (next < 0) {
                return count == 0 ? -1 : count;
            }
            into[offset + count++] = (char) next;
        }
        return count;
    }

    private int next() throws IOException {
        if (!pending.isEmpty()) {
            int next = pending.charAt(0);
            pending = pending.substring(1);
            return next;
        }
        int next = text.read();
        if (next == '&') {
            pending = isReference() ? "" : ESCAPE;
        }
        return next >= 0 && isNoCharacter(next) ? ' ' : next;
    }

    private static boolean isNoCharacter(int c) {
        return (c < ' ' && c != '\t' && c != '\n' && c != '\r') || c >= 0xfffe;
    }

    /** Whether what follows an ampersand is the rest of a reference. */
    private boolean isReference() throws IOException {
        var ahead = new char[LONGEST_REFERENCE];
        int count = 0;
        int next = 0;
        while (count < LONGEST_REFERENCE && next >= 0 && next != ';') {
            next = text.read();
            if (next >= 0) {
                ahead[count++] = (char) next;
            }
        }
        text.unread(ahead, 0, count);
        return REFERENCE.matcher("&" + new String(ahead, 0, count)).matches();
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
