/* Whether an argument is a text is told by models alone: strchr has none here. */
char *strchr(const char *, int);

int main(void)
{
    char text[4] = "abc";

    return strchr(text, 'x') != 0; // @undecided no-text
}
